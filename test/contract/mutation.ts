import fc from 'fast-check';

/** Request whose parts are mutated. */
export type SentRequest = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type Mutation = (request: SentRequest) => SentRequest;

/** Inserted text: special characters, known names, and random text. */
const snippet = fc.oneof(
  fc.constantFrom(
    '',
    '/',
    '//',
    '/../',
    '%',
    '%00',
    '%2F',
    '%ZZ',
    '%E0%A4',
    ';',
    ',',
    '?',
    '&',
    '=',
    '#',
    '..',
    "'",
    '"',
    '<',
    '\\',
    'sl',
    'sl_home_-lb',
    'tlall',
    'tlnone',
    'kwa;b',
    'xc1;2',
    'II',
    'UR',
    'URhttps://evil.example/',
    'ad1-1',
    'null',
    'NaN',
    '-1',
    '9999999999999999999',
    '1e400',
    '[]',
    '{}',
    'true',
    '__proto__',
    'constructor',
    'https://a.example/',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.nat(2_000).map((length) => 'a'.repeat(length)),
);

/** Inserts text, replacing some characters. */
const splice = fc
  .tuple(fc.nat(10_000), fc.oneof(fc.constant(0), fc.nat(40)), snippet)
  .map(([at, gone, text]) => (given: string) => {
    const from = given.length === 0 ? 0 : at % (given.length + 1);
    return given.slice(0, from) + text + given.slice(from + gone);
  });

/** Reorders, removes or duplicates path segments. */
const shuffleSegments = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(2)).map(([one, other, how]) => (target: string) => {
  const segments = target.split('/');
  const [from, to] = [one % segments.length, other % segments.length];
  const [taken = ''] = how === 0 ? [segments[from]] : segments.splice(from, 1);
  if (how !== 2) segments.splice(to, 0, taken);
  return segments.join('/');
});

/** Replaces or removes one part of a JSON value at any depth. */
const jsonChange = fc
  .tuple(
    fc.array(fc.nat(20), { minLength: 1, maxLength: 7 }),
    fc.oneof(fc.jsonValue(), snippet, fc.constant(undefined)),
  )
  .map(([steps, by]) => (body: string) => {
    try {
      return JSON.stringify(replaced(JSON.parse(body), steps, by)) ?? '';
    } catch {
      return body;
    }
  });

function replaced(value: unknown, [step, ...rest]: readonly number[], by: unknown): unknown {
  if (typeof value !== 'object' || value === null || step === undefined) return by;
  const entries = Object.entries(value);
  if (entries.length === 0) return by;
  const [key] = entries[step % entries.length] as [string, unknown];
  const changed = entries.map(([name, part]) => [name, name === key ? replaced(part, rest, by) : part] as const);
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed);
}

const headerNames = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-type',
  'cookie',
  'forwarded',
  'if-none-match',
  'origin',
  'purpose',
  'range',
  'referer',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-fetch-dest',
  'sec-gpc',
  'sec-purpose',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'cf-ipcountry',
  'x-placard-debug',
] as const;

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 4,
    arbitrary: splice.map(
      (change): Mutation =>
        (request) => ({ ...request, target: change(request.target) }),
    ),
  },
  {
    weight: 2,
    arbitrary: shuffleSegments.map(
      (change): Mutation =>
        (request) => ({ ...request, target: change(request.target) }),
    ),
  },
  {
    weight: 3,
    arbitrary: jsonChange.map(
      (change): Mutation =>
        (request) => ({ ...request, body: change(request.body) }),
    ),
  },
  {
    weight: 1,
    arbitrary: splice.map(
      (change): Mutation =>
        (request) => ({ ...request, body: change(request.body) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...headerNames), splice).map(
      ([name, change]): Mutation =>
        (request) => ({
          ...request,
          headers: { ...request.headers, [name]: change(request.headers[name] ?? '') },
        }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH').map(
      (method): Mutation =>
        (request) => ({ ...request, method }),
    ),
  },
);

/** Returns one of the requests by its number, with up to four mutations. */
export function mutatedRequest(): fc.Arbitrary<{ readonly number: number; readonly mutate: Mutation }> {
  return fc.record({
    number: fc.nat(1_000_000),
    mutate: fc.array(mutation, { maxLength: 4 }).map(
      (mutations): Mutation =>
        (request) =>
          sendable(mutations.reduce((sent, change) => change(sent), request)),
    ),
  });
}

/** Converts to ASCII, which HTTP clients accept. Connection tests cover other bytes. */
function sendable(request: SentRequest): SentRequest {
  const target = request.target.toWellFormed().replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, '_').trim()]),
  );
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  return {
    ...request,
    target: target.startsWith('/') ? target : `/${target}`,
    headers,
    body: hasBody ? request.body : '',
  };
}
