// Runs in the sandboxed frame of an ad that is a page: receives the files of the page as a message, and shows the page
// with the URLs of its files replaced by URLs of their content.

const localUrls = new Map();

function localUrl(given, base) {
  try {
    const url = new URL(given, base);
    return localUrls.get(url.origin + url.pathname) ?? given;
  } catch {
    return given;
  }
}

function localStyle(text, base) {
  return text
    .replace(/url\(\s*(["']?)([^"')]*)\1\s*\)/g, (_, _quote, url) => `url("${localUrl(url, base)}")`)
    .replace(/@import\s+(["'])(.*?)\1/g, (_, _quote, url) => `@import "${localUrl(url, base)}"`);
}

const attributes = ['src', 'href', 'poster', 'data', 'xlink:href'];
const isLink = (element) => element.localName === 'a' || element.localName === 'area';

function localElement(element, page) {
  for (const name of isLink(element) ? [] : attributes) {
    const given = element.getAttribute(name);
    const local = given === null ? null : localUrl(given, page);
    if (local !== given) element.setAttribute(name, local);
  }
  const list = element.getAttribute('srcset');
  if (list !== null)
    element.setAttribute(
      'srcset',
      list.replace(/[^\s,]+(?=\s|,|$)/g, (url) => localUrl(url, page)),
    );
  const style = element.getAttribute('style');
  if (style?.includes('url(')) element.setAttribute('style', localStyle(style, page));
  if (element.localName === 'style') element.textContent = localStyle(element.textContent, page);
}

function localPage(text, page) {
  const parsed = new DOMParser().parseFromString(text, 'text/html');
  for (const element of parsed.querySelectorAll('*')) localElement(element, page);
  return `<!doctype html>${parsed.documentElement.outerHTML}`;
}

/** Scripts may request files by name as well. */
function followScripts(page) {
  const properties = [
    [HTMLImageElement, 'src'],
    [HTMLScriptElement, 'src'],
    [HTMLMediaElement, 'src'],
    [HTMLSourceElement, 'src'],
    [HTMLVideoElement, 'poster'],
    [HTMLLinkElement, 'href'],
  ];
  for (const [type, name] of properties) {
    const property = Object.getOwnPropertyDescriptor(type.prototype, name);
    const set = function (value) {
      property.set.call(this, localUrl(value, page));
    };
    Object.defineProperty(type.prototype, name, { ...property, set });
  }
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    const isFile = attributes.includes(name.toLowerCase()) && !isLink(this);
    setAttribute.call(this, name, isFile ? localUrl(value, page) : value);
  };
  const { fetch } = window;
  window.fetch = (input, options) => fetch(typeof input === 'string' ? localUrl(input, page) : input, options);
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, url, ...rest) {
    open.call(this, method, localUrl(url, page), ...rest);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const element of [node, ...node.querySelectorAll('*')]) localElement(element, page);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

function showPage({ page, files }) {
  const decoder = new TextDecoder();
  const isStyle = ({ mime }) => mime.startsWith('text/css');
  const isPage = ({ mime }) => mime.startsWith('text/html');
  const add = ({ url, mime }, content) => localUrls.set(url, URL.createObjectURL(new Blob([content], { type: mime })));
  // Styles refer to other files, and pages to styles.
  for (const file of files.filter((one) => !isStyle(one) && !isPage(one))) add(file, file.bytes);
  for (const file of files.filter(isStyle)) add(file, localStyle(decoder.decode(file.bytes), file.url));
  for (const file of files.filter((one) => isPage(one) && one.url !== page)) {
    add(file, localPage(decoder.decode(file.bytes), file.url));
  }
  const text = localPage(decoder.decode(files.find(({ url }) => url === page).bytes), page);
  document.open();
  followScripts(page);
  document.write(text);
  document.close();
}

window.addEventListener('message', ({ data }) => showPage(data), { once: true });
window.parent.postMessage('ready', '*');
