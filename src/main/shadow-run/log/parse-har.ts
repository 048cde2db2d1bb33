import { readJsonTime } from './log-time.ts';
import { type LogContent, type LogEntry, pathOfTarget } from './logged-call.ts';
import { isFields, parseFields } from './parse-json-line.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the entries of an HAR file (HTTP Archive 1.2), numbered from 1. Throws a `TypeError` if it is not one. */
export function parseHar(text: string): readonly LogEntry[] {
  const log = parseFields(text)?.['log'];
  const entries = isFields(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries)) throw new TypeError('The file is not an HAR file: "log.entries" is missing.');
  return entries.map((entry: unknown, index) => ({ line: index + 1, ...readHarEntry(entry) }));
}

function readHarEntry(entry: unknown): LogContent {
  const request = isFields(entry) ? entry['request'] : undefined;
  if (!isFields(entry) || !isFields(request)) return { fault: 'the entry has no request' };
  const { method, url, postData } = request;
  const target = typeof url === 'string' ? pathOfTarget(url) : null;
  if (target === null) return { fault: 'the URL of the request cannot be read' };
  const atMs = readJsonTime(entry['startedDateTime']);
  if (atMs === null) return { fault: 'startedDateTime cannot be read' };
  const response = isFields(entry['response']) ? entry['response'] : {};
  const header = headersOf(request);
  const { status } = response;
  return {
    call: {
      atMs,
      method: typeof method === 'string' ? method.toUpperCase() : 'GET',
      target,
      // Browsers write 0 for responses that did not arrive.
      status: typeof status === 'number' && status > 0 ? status : null,
      address: undefined,
      userAgent: header('user-agent'),
      referer: header('referer'),
      language: header('accept-language'),
      cookie: header('cookie'),
      requestBody: isFields(postData) && typeof postData['text'] === 'string' ? postData['text'] : null,
      responseBody: contentOf(response),
      responseHeader: headersOf(response),
    },
  };
}

function headersOf({ headers }: Fields): (name: string) => string | undefined {
  const list: readonly unknown[] = Array.isArray(headers) ? headers : [];
  return (wanted) => {
    for (const header of list) {
      if (!isFields(header) || typeof header['name'] !== 'string') continue;
      if (header['name'].toLowerCase() === wanted && typeof header['value'] === 'string') return header['value'];
    }
    return undefined;
  };
}

function contentOf({ content }: Fields): string | null {
  if (!isFields(content) || typeof content['text'] !== 'string') return null;
  return content['encoding'] === 'base64' ? Buffer.from(content['text'], 'base64').toString('utf8') : content['text'];
}
