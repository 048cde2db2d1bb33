/**
 * A shelf of sponsored products with nothing but `fetch`: what is searched for, or a category, goes to the ad server, and the
 * products of its answer stand on the page in its order.
 *
 * `?slot=` names the position of the shelf, of a format of media type `stack`; `?server=` the delivery listener, where the
 * page comes from another host; `?user=` who is signed in, by the name by which the shop's server tells of orders too. Who that
 * is goes along only where they agreed.
 */

const query = new URLSearchParams(window.location.search);
const slot = query.get('slot');
const user = query.get('user');
const adServer = query.get('server') ?? window.location.origin;
const mostProducts = 8;

/** A shelf that comes late moves what people read already: after this it stays as it is. */
const answerTimeoutMs = 2000;

const shelf = document.querySelector('main ul');
const status = document.querySelector('[role=status]');
const agreed = document.querySelector('#agreed');

document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  show('kw', document.querySelector('#search').value.trim());
});
window.addEventListener('hashchange', showCategory);
showCategory();

function showCategory() {
  const category = decodeURIComponent(window.location.hash.slice(1));
  if (category !== '') show('pc', category);
}

/** Whoever searches again before the answer is there sees the answer to the last search alone. */
let latest = 0;

async function show(parameter, value) {
  latest += 1;
  const asked = latest;
  if (value === '') return;
  const products = await askFor(parameter, value);
  if (asked !== latest) return;
  shelf.replaceChildren(...products.map(tileOf));
  status.textContent = products.length === 0 ? `Nothing sponsored for “${value}”` : `${products.length} for “${value}”`;
}

/** The products of one list; none when there is no answer: the page is a shop without it. */
async function askFor(parameter, value) {
  if (slot === null) return [];
  const path = `/m/stack/sl${encodeURIComponent(slot)}/${parameter}${encodeURIComponent(value)}${shopper()}`;
  try {
    const answer = await fetch(`${adServer}${path}?max_ads=${mostProducts}`, {
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    return answer.ok ? (await answer.json()).ads : [];
  } catch {
    return [];
  }
}

/** The user and their consent: all of it, from the one question that this page asks; a site with a dialogue has a TCF string (`xt`). */
function shopper() {
  return user !== null && agreed.checked ? `/ui${encodeURIComponent(user)}/tlall` : '';
}

/** Everything is set as text or as an attribute: a name with markup in it is a name. */
function tileOf({ native }) {
  const { sku, title, brand, price, salePrice, image } = native.fields;
  const tile = document.createElement('li');
  tile.dataset.sku = sku;
  if (image !== undefined) tile.append(make('img', { src: image, alt: '', loading: 'lazy' }));
  // `sponsored`: search engines are told that this link was paid for.
  tile.append(make('a', { href: native.link.url, rel: 'sponsored', textContent: title }));
  tile.append(make('p', { textContent: brand }));
  if (price !== undefined) tile.append(make('p', { textContent: salePrice ?? price }));
  // It stands on the page from now on, which is what counts.
  fetch(native.impressionCounter, { mode: 'no-cors', keepalive: true }).catch(() => undefined);
  return tile;
}

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
