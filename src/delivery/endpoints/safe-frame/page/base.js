/**
 * The outer frame of a SafeFrame. The page writes its position into the name of this frame. This script shows the ad in
 * a separate sandboxed frame and passes valid messages between the ad (`/sf/js/ext/ext.js`) and the page. The ad's
 * frame has an opaque origin, so it has no cookies and no storage, and it never receives the `guid` that the page
 * expects in messages. Encoding and commands are those of the page library of the IAB's reference implementation, which
 * clients bundle. Source: IAB SafeFrame 1.1; docs/decisions/0150-safeframe.md.
 */
(() => {
  const maxMessageLength = 16_384;
  const maxTextLength = 2_000;
  const maxErrors = 10;
  const maxPixels = 10_000;
  const frameSandbox = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';
  const notices = ['expand', 'collapse', 'collapsed', 'geom-update', 'focus-change', 'failed'];
  const sides = ['t', 'l', 'r', 'b'];
  const geometryFields = {
    win: ['t', 'r', 'b', 'l', 'w', 'h'],
    self: ['t', 'r', 'b', 'l', 'w', 'h', 'z', 'xiv', 'yiv', 'iv'],
    exp: ['t', 'r', 'b', 'l', 'xs', 'ys'],
  };

  const name = window.name;
  // The ad and a reload of this frame must not read it again.
  window.name = '';
  if (window.parent === window || name === '') return;

  const given = read(name);
  const conf = read(given.conf ?? '');
  const features = read(conf.supports ?? '');
  const supports = { 'exp-ovr': isOn(features['exp-ovr']), 'exp-push': isOn(features['exp-push']) };
  const { guid = '', id: frameId = '' } = given;
  const pageOrigin = given.host === 'file' ? 'null' : given.host;
  if (guid === '' || pageOrigin === undefined) return;

  const ad = document.createElement('iframe');
  let errors = 0;
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source === ad.contentWindow) handleAdMessage(data);
    else if (source === window.parent && origin === pageOrigin) handlePageMessage(data);
  });
  showAd();

  function showAd() {
    const target = targetOf(conf.tgt);
    ad.title = 'Advertisement';
    ad.style.cssText = 'position:absolute;top:0;left:0;width:100%;height:100%;border:0';
    ad.sandbox.value = target === '_blank' ? frameSandbox : `${frameSandbox} allow-top-navigation-by-user-activation`;
    ad.name = JSON.stringify({
      geometry: geometryOf(decode(given.geom ?? '')),
      hasFocus: given.has_focus === 'true',
      meta: metaOf(given.meta ?? ''),
      supports,
    });
    ad.srcdoc = adDocument({ target, html: decode(given.html ?? ''), css: decode(conf.css ?? '') });
    document.body.append(ad);
  }

  function adDocument({ target, html, css }) {
    const background = /^[\w#(),.% -]{1,64}$/.test(conf.bg ?? '') ? conf.bg : 'transparent';
    const script = new URL('/sf/js/ext/ext.js', window.location.href).href;
    return (
      `<!doctype html><html><head><meta charset="utf-8"><base target="${target}">` +
      `<style>html, body { margin: 0; background: ${background} }</style>${styleOf(css)}` +
      `<script src="${script}"></script></head><body><div id="sf_align">${html}</div></body></html>`
    );
  }

  /** CSS rules, or the URL of a style sheet. */
  function styleOf(css) {
    if (css === '') return '';
    if (css.includes('{')) return `<style>${css.replaceAll('</', '<\\/')}</style>`;
    return `<link rel="stylesheet" href="${css.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;
  }

  /** Target of links. `_self` would load the advertiser's page inside the frame. */
  function targetOf(target) {
    if (target === '_self' || target === '_top' || target === undefined || target === '') return '_top';
    return /^[A-Za-z][\w-]{0,63}$/.test(target) ? target : '_blank';
  }

  function handleAdMessage(message) {
    if (typeof message !== 'object' || message === null) return;
    const { safeFrame: command } = message;
    if (command === 'expand') expand(message);
    else if (command === 'collapse') send('collapse');
    else if (command === 'message') sendText('msg', 'msg', message.text);
    else if (command === 'error' && errors < maxErrors) {
      errors += 1;
      sendText('error', 'errors', message.text);
    }
  }

  function expand(message) {
    const command = message.push === true ? 'exp-push' : 'exp-ovr';
    const isValid = sides.every(
      (side) => Number.isInteger(message[side]) && message[side] >= 0 && message[side] <= maxPixels,
    );
    // Ignored: the interface of the ad validates the same conditions, so this message was not sent by it.
    if (!isValid || !supports[command] || !sides.some((side) => message[side] > 0)) return;
    send(command, { exp_obj: write(Object.fromEntries(sides.map((side) => [side, message[side]]))) });
  }

  function sendText(command, field, text) {
    if (typeof text === 'string') send(command, { [field]: text.slice(0, maxTextLength) });
  }

  function send(command, fields = {}) {
    const msg = write({ cmd: command, pos: conf.id ?? '', ...fields });
    window.parent.postMessage(
      write({ msg, id: frameId, guid, cmd: command }),
      pageOrigin === 'null' ? '*' : pageOrigin,
    );
  }

  function handlePageMessage(data) {
    if (typeof data !== 'string' || data.length > maxMessageLength) return;
    const envelope = read(data);
    if (envelope.guid !== guid) return;
    const message = read(envelope.msg ?? '');
    if (message.pos !== conf.id || !notices.includes(message.cmd)) return;
    tellAd(message.cmd, {
      ...(message.geom !== undefined && { geometry: geometryOf(decode(message.geom)) }),
      ...(message.cmd === 'focus-change' && { hasFocus: message.value === 'true' }),
    });
  }

  function tellAd(notice, fields) {
    // The ad's origin is opaque, so no target origin can be named. The message contains no secrets.
    ad.contentWindow?.postMessage({ safeFrame: notice, ...fields }, '*');
  }

  /** Returns the geometry of the window, the ad and the space around it, or null if it is incomplete. */
  function geometryOf(text) {
    const sections = read(text);
    const geometry = {};
    for (const [section, fields] of Object.entries(geometryFields)) {
      const values = read(sections[section] ?? '');
      geometry[section] = Object.fromEntries(fields.map((field) => [field, numberOf(values[field])]));
    }
    if (!(geometry.self.w > 0 && geometry.self.h > 0)) return null;
    for (const share of ['xiv', 'yiv', 'iv']) geometry.self[share] = Math.min(1, Math.max(0, geometry.self[share]));
    return geometry;
  }

  function metaOf(text) {
    const { shared = '', non_shared: owned = '' } = read(text);
    const byOwner = Object.entries(read(owned)).map(([owner, values]) => [owner, read(values)]);
    return { shared: read(shared), owned: Object.fromEntries(byOwner) };
  }

  function numberOf(text) {
    const number = Number.parseFloat(text ?? '');
    return Number.isFinite(number) ? number : 0;
  }

  function isOn(value) {
    return value !== undefined && value !== '' && value !== '0' && value !== 'false';
  }

  /** Reads `name=value&...` with escaped names and values. */
  function read(text) {
    const values = Object.create(null);
    for (const pair of text.split('&')) {
      const equals = pair.indexOf('=');
      if (equals > 0) values[decode(pair.slice(0, equals))] = decode(pair.slice(equals + 1));
    }
    return values;
  }

  function write(values) {
    return Object.entries(values)
      .map(([key, value]) => `${key}=${encode(String(value))}`)
      .join('&');
  }

  /** The encoding of the deprecated global `unescape`, which page libraries use. */
  function decode(text) {
    return text.replace(/%u([\da-f]{4})|%([\da-f]{2})/gi, (_, wide, narrow) =>
      String.fromCharCode(Number.parseInt(wide ?? narrow, 16)),
    );
  }

  function encode(text) {
    return text.replace(/[^A-Za-z0-9@*_+\-./]/g, (character) => {
      const code = character.charCodeAt(0);
      const digits = code.toString(16).toUpperCase();
      return code < 256 ? `%${digits.padStart(2, '0')}` : `%u${digits.padStart(4, '0')}`;
    });
  }
})();
