/**
 * `$sf.ext`, the interface of a SafeFrame for the ad inside it. It runs in the ad's sandboxed frame and communicates
 * only with the outer frame (`/sf/js/lib/base.js`), which validates every message. Cookies are never supported. Source:
 * IAB SafeFrame 1.1.
 */
(() => {
  const responseTimeoutMs = 4_000;
  const state = JSON.parse(window.name);
  window.name = '';

  let geometry = state.geometry;
  let hasFocus = state.hasFocus;
  let notify = null;
  let isRegistered = false;
  let isExpanded = false;
  /** The command that waits for a response of the page: its name and its timer. */
  let pending = null;

  window.addEventListener(
    'message',
    (event) => {
      if (event.source !== window.parent || typeof event.data?.safeFrame !== 'string') return;
      event.stopImmediatePropagation();
      handleNotice(event.data);
    },
    true,
  );
  window.addEventListener('error', ({ message, filename, lineno }) => {
    send({ safeFrame: 'error', text: `${message} (${filename}:${lineno})` });
  });

  function handleNotice(notice) {
    if (notice.geometry) geometry = notice.geometry;
    switch (notice.safeFrame) {
      case 'expand':
        settle();
        // Also after the timeout: the page has expanded the frame.
        if (isExpanded) return;
        isExpanded = true;
        return tell('expanded');
      case 'collapse':
      case 'collapsed':
        if (!isExpanded) return;
        settle();
        isExpanded = false;
        align(null);
        return tell('collapsed');
      case 'geom-update':
        return tell('geom-update', geometry);
      case 'focus-change':
        hasFocus = notice.hasFocus === true;
        return tell('focus-change', { info: hasFocus, value: hasFocus });
      case 'failed':
        return fail('refused');
    }
  }

  function register(_width, _height, callback) {
    if (isRegistered) return;
    isRegistered = true;
    notify = typeof callback === 'function' ? callback : null;
  }

  /**
   * @param description expansion to each side in pixels, `{ t, l, r, b, push }`, or the distances `x`, `y` of older ads
   */
  function expand(description, y, push) {
    if (!isRegistered || pending !== null) return;
    const wanted =
      typeof description === 'object' && description !== null ? description : distances(description, y, push);
    const [t, l, r, b] = [wanted.t, wanted.l, wanted.r, wanted.b].map(pixels);
    const message = { safeFrame: 'expand', t, l, r, b, push: Boolean(wanted.push) };
    if (t + l + r + b === 0 || !supports(message.push ? 'exp-push' : 'exp-ovr')) return;
    align({ t, l, r, b });
    start('expand', message);
    return true;
  }

  function distances(x, y, push) {
    const [dx, dy] = [Number(x) || 0, Number(y) || 0];
    return { l: -dx, r: dx, t: -dy, b: dy, push };
  }

  function pixels(value) {
    const number = Math.round(Number(value));
    return Number.isFinite(number) && number > 0 ? number : 0;
  }

  function collapse() {
    if (!isRegistered || !isExpanded || pending !== null) return;
    start('collapse', { safeFrame: 'collapse' });
  }

  /** The content keeps its location on the page while the frame grows to the left or to the top. */
  function align(sides) {
    const { style } = document.getElementById('sf_align');
    if (sides === null || (sides.t === 0 && sides.l === 0)) {
      style.cssText = '';
      return;
    }
    const { t, l, r, b } = sides;
    const vertical = t === 0 ? 'top:0' : b === 0 ? 'bottom:0' : `top:${t}px`;
    const horizontal = l === 0 ? 'left:0' : r === 0 ? 'right:0' : `left:${l}px`;
    style.cssText = `position:absolute;${vertical};${horizontal}`;
  }

  function start(command, message) {
    const timer = setTimeout(() => fail('timeout'), responseTimeoutMs);
    pending = { command, timer };
    send(message);
  }

  function settle() {
    if (pending !== null) clearTimeout(pending.timer);
    pending = null;
  }

  function fail(reason) {
    if (pending === null) return;
    const { command } = pending;
    settle();
    if (!isExpanded) align(null);
    tell('failed', { cmd: command, reason, info: '' });
  }

  function tell(status, data) {
    try {
      notify?.(status, data);
    } catch (error) {
      reportError(error);
    }
  }

  function send(message) {
    window.parent.postMessage(message, '*');
  }

  function status() {
    if (pending !== null) return pending.command === 'expand' ? 'expanding' : 'collapsing';
    return isExpanded ? 'expanded' : 'collapsed';
  }

  function supports(feature) {
    const features = { ...state.supports, bg: false, pin: false, 'read-cookie': false, 'write-cookie': false };
    return feature === undefined ? features : features[feature] === true;
  }

  function cookie(_name, value) {
    const cmd = value === undefined || value === null ? 'read-cookie' : 'write-cookie';
    setTimeout(() => tell('failed', { cmd, reason: 'not supported', info: '' }), 0);
  }

  function meta(property, owner) {
    const values = owner === undefined ? state.meta.shared : state.meta.owned[owner];
    return values?.[property] ?? '';
  }

  window.$sf = {
    ver: '1-1-0',
    specVersion: '1.1',
    env: { isIE: false, ua: {} },
    info: { errs: [], list: [] },
    ext: Object.freeze({
      register,
      expand,
      collapse,
      status,
      supports,
      cookie,
      meta,
      geom: () => (geometry === null ? null : structuredClone(geometry)),
      inViewPercentage: () => (geometry === null ? undefined : Math.floor(geometry.self.iv * 100)),
      message: (text) => send({ safeFrame: 'message', text: String(text) }),
      winHasFocus: () => hasFocus || document.hasFocus(),
    }),
  };
})();
