/** Inserts the tag of the slot in the address: `?slot=_news_home_-rectangle`. */
const slotName = new URLSearchParams(window.location.search).get('slot') ?? '';

// Slot names consist of these characters only, so the address cannot contain another path.
if (/^[\w.-]+$/.test(slotName)) {
  const tag = document.createElement('script');
  tag.async = true;
  tag.src = `/ad/sl${slotName}/`;
  document.getElementById('slot').textContent = slotName;
  document.getElementById('ad').append(tag);
} else {
  document.getElementById('slot').textContent = 'none. Add ?slot= and a slot name to the address.';
}
