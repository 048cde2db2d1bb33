/** Returns random numbers from 0 to 1, reproducible by seed (mulberry32). */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Input of one connection: bytes in pieces, and the client's behavior: it stays connected, closes its side immediately
 * (possibly within a request), or disconnects before it has read anything.
 */
export type OddStream = { readonly pieces: readonly Buffer[]; readonly fate: 'stays' | 'ends' | 'breaks off' };

export type StreamParts = {
  /** A slot with an ad, and paths of countable events. */
  readonly slotName: string;
  readonly eventPaths: readonly string[];
};

/** Returns typical requests with one or several modifications, split at arbitrary offsets, reproducible by seed. */
export function oddStream(seed: number, parts: StreamParts): OddStream {
  const chance = chanceOf(seed);
  const lot = chance();
  const fate = lot < 0.04 ? 'breaks off' : lot < 0.14 ? 'ends' : 'stays';
  const breaksOff = fate === 'breaks off';
  const requests = Array.from({ length: 1 + upTo(chance, 3) }, () => {
    const bytes = Buffer.from(oddRequest(chance, parts, breaksOff), 'latin1');
    return chance() < 0.15 ? withOddBytes(chance, bytes) : bytes;
  });
  const bytes = Buffer.concat(requests);
  const isCutShort = breaksOff || (fate === 'ends' && chance() < 0.5);
  const whole = isCutShort ? bytes.subarray(0, upTo(chance, bytes.length)) : bytes;
  return { pieces: cutAnywhere(chance, whole), fate };
}

function oddRequest(chance: Chance, parts: StreamParts, breaksOff: boolean): string {
  const body = chance() < 0.45 ? oneOf(chance, bodiesOf(parts)) : null;
  const method =
    body === null
      ? pick(chance, chance() < 0.9 ? 'GET' : 'HEAD', ['OPTIONS', 'PUT', 'get', 'POST', 'CONNECT', 'G\tET', ''])
      : 'POST';
  const target = oddTarget(
    chance,
    body === null
      ? pathsOf(parts, breaksOff)
      : [...bodyPaths, ...(breaksOff ? [] : [...batchPaths, ...parts.eventPaths])],
  );
  const version = pick(chance, 'HTTP/1.1', [
    'HTTP/1.0',
    'HTTP/1.2',
    'HTTP/2.0',
    'http/1.1',
    'HTTP/1.1 ',
    'HTTP/11',
    'ICY/1.1',
    '',
  ]);
  const gap = pick(chance, ' ', ['  ', '\t', '']);
  const lines = [`${method}${gap}${target}${gap}${version}`, ...oddFields(chance)];
  let sent = body ?? '';
  if (body !== null) {
    if (chance() < 0.12) {
      lines.push(pick(chance, 'Transfer-Encoding: chunked', oddCodings));
      sent = chunked(chance, body);
      if (chance() < 0.3) lines.push(`Content-Length: ${body.length}`);
    } else {
      lines.push(
        `${pick(chance, 'Content-Length', ['content-length', 'CONTENT-LENGTH', 'Content-Length '])}: ${oddLength(chance, body.length)}`,
      );
      if (chance() < 0.04) lines.push(`content-length: ${oddLength(chance, body.length)}`);
    }
  } else if (chance() < 0.04) {
    lines.push(`Content-Length: ${pick(chance, '0', ['5', '-1', ''])}`);
  }
  const lineEnd = pick(chance, '\r\n', ['\n', '\r', '\r\r\n', '\n\r']);
  const begin = pick(chance, '', ['\r\n', '\r\n\r\n', ' ', '\n']);
  return `${begin}${shuffledTail(chance, lines).join(lineEnd)}${lineEnd}${lineEnd}${sent}`;
}

const bodyPaths = [
  '/json',
  '/json/',
  '//json',
  '/json?x=1',
  '/json',
  '/json/',
  '//json',
  '/json?x=1',
  '/openrtb2',
  '/nothing',
  '/health',
];
/** Paths of bodies that may contain events. */
const batchPaths = ['/v1/events', '/api/v1/events/', '/v1/plays', '//v1/events?x=1'];

const oddCodings = [
  'transfer-encoding: Chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked ',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding:',
];

function bodiesOf({ slotName, eventPaths }: StreamParts): readonly string[] {
  const events = eventPaths.map((url) => ({ url }));
  const slot = `{"slotname":"${slotName}"}`;
  return [
    `{"slots":[${slot}]}`,
    `{"slots":[${slot},${slot},{"slotname":"none"}],"parameters":{"kw":["a","\\u00e9"],"dt":"phone"}}`,
    `{"slots":[{"slotname":"none"}]}`,
    '{"slots":[]}',
    JSON.stringify({ events }),
    JSON.stringify({ events: [...events, { url: 'none' }, {}], plays: events }),
    JSON.stringify({ id: '1', imp: [{ id: '1', tagid: slotName, banner: { w: 728, h: 90 } }] }),
    `{"slots":[${slot}]`,
    '',
    'null',
    `{"slots":[${slot}],"pad":"${'x'.repeat(3_000)}"}`,
    `{"slots":[${slot}],"pad":"${'y'.repeat(70_000)}"}`,
    `\u00ef\u00bb\u00bf{"slots":[${slot}]}`,
  ];
}

/** An aborted connection contains no events, so that the counts of both servers can be compared. */
function pathsOf({ slotName, eventPaths }: StreamParts, breaksOff: boolean): readonly string[] {
  const ads = [
    `/json/sl${slotName}`,
    `/json/sl${slotName}/slnone/brChrome;OSX/dtdesktop/re/?t=1`,
    `/json/sl${encodeURIComponent(slotName)}//ur%2`,
    '/json',
    '/json/',
    '/jsonp/x/slnone',
    '/track/1/IIxx/',
    '/raylene/sl1/IIxx/ad1-1/UR',
    '/media/nothing',
    '/nothing',
    '/health/live',
    '/examples/nothing',
    '/',
    '//json',
    `//json/sl${slotName}`,
    `///json//sl${slotName}//`,
    '//track/1/IIxx/',
    '/./json',
    '/json/\u00e9',
    '/json?sl=1?2#3',
    `/json/sl${slotName}/kw${'z'.repeat(9_000)}`,
  ];
  return breaksOff ? ads : [...ads, ...eventPaths, ...eventPaths, ...eventPaths.map((path) => `/${path}`)];
}

function oddTarget(chance: Chance, paths: readonly string[]): string {
  const path = oneOf(chance, paths);
  return pick(chance, path, [
    `http://ads.example${path}`,
    `HTTPS://ads.example:443${path}`,
    `${path}#part`,
    `${path} x`,
    `${path}\t`,
    path.slice(1),
    '*',
    `${path}"<>^\`{|}\\`,
    'ads.example:80',
  ]);
}

/** Returns header fields of browsers, and sometimes one that changes the meaning of a request or is invalid. */
function oddFields(chance: Chance): string[] {
  const fields = [pick(chance, 'Host: ads.example', ['host:ads.example', 'Host:', 'X-Host: y', 'Host: a\r\nHost: b'])];
  for (const field of [
    'User-Agent: Mozilla/5.0 (X11)',
    'Accept: */*',
    'Origin: https://news.example',
    'Cookie: a=b; c="d"',
    'Connection: keep-alive',
  ]) {
    if (chance() < 0.4) fields.push(field);
  }
  while (chance() < 0.18) fields.push(oneOf(chance, oddLines));
  return fields;
}

const oddLines = [
  'Connection: close',
  'Connection: Keep-Alive',
  'Connection: keep-alive, close',
  'Connection: upgrade',
  'Connection:',
  'Proxy-Connection: close',
  'Keep-Alive: timeout=5',
  'Upgrade: websocket',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
  'Expect: 100-continue',
  'Expect: nothing',
  'TE: trailers',
  'Trailer: x',
  'X-Empty:',
  'X-Spaces: \t padded \t ',
  ' folded: value',
  '\tfolded',
  'no colon',
  ': no name',
  'bad name: x',
  'bad\u0001name: x',
  'X-Null: a\u0000b',
  'X-High: \u00e9\u00ff',
  'X-Del: \u007f',
  'X-Return: a\rb',
  'X-Line: a\nb',
  'Origin: https://other.example',
  'origin:  https://spaced.example\t',
  'Origin:',
  'Sec-Purpose: prefetch',
  'User-Agent: Googlebot/2.1',
  'user-agent: curl/8',
  `X-Long: ${'l'.repeat(5_000)}`,
  `X-Longer: ${'l'.repeat(20_000)}`,
  `X-Longest: ${'l'.repeat(40_000)}`,
  Array.from({ length: 120 }, (_, index) => `X-${index}: ${index}`).join('\r\n'),
  'Content-Type: application/json',
  "x!#$%&'*+.^_`|~-: y",
];

function oddLength(chance: Chance, length: number): string {
  return pick(chance, String(length), [
    String(length + 1),
    String(Math.max(0, length - 1)),
    `0${length}`,
    `+${length}`,
    `-${length}`,
    `${length}, ${length}`,
    `${length} `,
    `\t${length}`,
    `${length}x`,
    `0x${length.toString(16)}`,
    `${length}.0`,
    '1e1',
    '',
    '99999999999999999999',
    '65537',
  ]);
}

function chunked(chance: Chance, body: string): string {
  const cut = upTo(chance, body.length);
  const chunk = (text: string) =>
    text === '' ? '' : `${text.length.toString(16)}${pick(chance, '', [';a=b', ' ', 'g'])}\r\n${text}\r\n`;
  const last = pick(chance, '0\r\n\r\n', ['0\r\nX-Trailer: y\r\n\r\n', '0\r\n', '00\r\n\r\n', '0\r\nbad\r\n\r\n']);
  return chunk(body.slice(0, cut)) + chunk(body.slice(cut)) + last;
}

/** Inserts, removes or replaces one or more bytes. */
function withOddBytes(chance: Chance, bytes: Buffer): Buffer {
  const at = upTo(chance, bytes.length);
  const odd = Buffer.from(Array.from({ length: 1 + upTo(chance, 2) }, () => oneOf(chance, oddBytes)));
  const taken = upTo(chance, 3);
  return Buffer.concat([bytes.subarray(0, at), chance() < 0.7 ? odd : Buffer.alloc(0), bytes.subarray(at + taken)]);
}

const oddBytes = [0, 9, 10, 13, 32, 34, 35, 47, 48, 58, 71, 127, 128, 195, 255];

function shuffledTail(chance: Chance, lines: string[]): string[] {
  if (chance() < 0.7) return lines;
  const [first = '', ...rest] = lines;
  const turn = upTo(chance, rest.length);
  return [first, ...rest.slice(turn), ...rest.slice(0, turn)];
}

function cutAnywhere(chance: Chance, bytes: Buffer): Buffer[] {
  const cuts = chance() < 0.5 ? 0 : 1 + upTo(chance, chance() < 0.1 ? 30 : 4);
  const cutOffsets = Array.from({ length: cuts }, () => upTo(chance, bytes.length)).sort((a, b) => a - b);
  return [0, ...cutOffsets]
    .map((from, index) => bytes.subarray(from, cutOffsets[index] ?? bytes.length))
    .filter((piece) => piece.length > 0);
}

/** Returns an integer from 0 to the limit (inclusive). */
function upTo(chance: Chance, limit: number): number {
  return Math.floor(chance() * (limit + 1));
}

function oneOf<Item>(chance: Chance, items: readonly Item[]): Item {
  return items[Math.floor(chance() * items.length)] as Item;
}

/** Returns the usual item in most cases, so that most requests have at most one unusual part. */
function pick<Item>(chance: Chance, usual: Item, odd: readonly Item[]): Item {
  return chance() < 0.94 ? usual : oneOf(chance, odd);
}
