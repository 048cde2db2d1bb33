/**
 * A shelf of sponsored products with plain `fetch`: sends the search term or category to the ad server and displays the
 * products of the response in its order.
 *
 * `?slot=` is the slot name of the shelf, of a format of media type `stack`; `?server=` the delivery listener, if the
 * page comes from another host; `?user=` the signed-in user, with the same ID that the shop's server sends with orders.
 * The user is sent only with consent.
 */

const query = new URLSearchParams(window.location.search);
const slot = query.get('slot');
const user = query.get('user');
const adServer = query.get('server') ?? window.location.origin;
const mostProducts = 8;

/**
 * Timeout of the request in milliseconds. A late shelf would move content that the visitor is already reading, so it
 * stays unchanged.
 */
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

/** Only the response of the latest search is displayed. */
let latest = 0;

async function show(parameter, value) {
  latest += 1;
  const asked = latest;
  if (value === '') return;
  const products = await askFor(parameter, value);
  if (asked !== latest) return;
  shelf.replaceChildren(...products.map(tileOf));
  status.textContent =
    products.length === 0 ? `No sponsored products for “${value}”` : `${products.length} for “${value}”`;
}

/** Returns the products of one list. Empty without a response: the shop works without it. */
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

/**
 * Returns the user and full consent, from the checkbox of this page. A site with a consent dialog sends a TCF string
 * (`xt`).
 */
function shopper() {
  return user !== null && agreed.checked ? `/ui${encodeURIComponent(user)}/tlall` : '';
}

/** Sets all values as text or attributes, so that markup in a name is displayed as text. */
function tileOf({ native }) {
  const { sku, title, brand, price, salePrice, image } = native.fields;
  const tile = document.createElement('li');
  tile.dataset.sku = sku;
  if (image !== undefined) tile.append(make('img', { src: image, alt: '', loading: 'lazy' }));
  // `sponsored` informs search engines that the link is paid.
  tile.append(make('a', { href: native.link.url, rel: 'sponsored', textContent: title }));
  tile.append(make('p', { textContent: brand }));
  if (price !== undefined) tile.append(make('p', { textContent: salePrice ?? price }));
  // It is now displayed, which counts as the impression.
  fetch(native.impressionCounter, { mode: 'no-cors', keepalive: true }).catch(() => undefined);
  return tile;
}

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
