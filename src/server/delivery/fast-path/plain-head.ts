import { PlainFields } from './plain-fields.ts';

/** The head of a request that has nothing unusual about it. */
export type PlainHead = {
  readonly method: string;
  readonly target: string;
  readonly bodyBytes: number;
  readonly origin: string | undefined;
  readonly fields: PlainFields;
};

/**
 * Method, absolute path, version 1.1, and at least one field line of visible ASCII with a proper name: what browsers,
 * apps and back ends send. Anything else may be right as well; node:http knows. Each class of characters excludes what
 * must follow it, so the time is in proportion to the length, whatever comes.
 */
const plain = /^(?:GET|POST|OPTIONS) \/[!"$-~]* HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n)+\r\n$/;
const wholeNumber = /^(?:0|[1-9]\d{0,5})$/;
const httpVersion = ' HTTP/1.1\r\n';

/**
 * Reads a whole head, from the method to the empty line. Null: it is not plain, and the fast path has no opinion on
 * it. What decides where a request ends, and who it is for, must be there once and in its simplest form.
 */
export function readPlainHead(text: string): PlainHead | null {
  if (!plain.test(text)) return null;
  const methodEnd = text.indexOf(' ');
  const targetEnd = text.indexOf(httpVersion, methodEnd + 1);
  let hosts = 0;
  let length: string | undefined;
  let origin: string | undefined;
  const lines: number[] = [];
  let at = targetEnd + httpVersion.length;
  while (at < text.length - 2) {
    const colon = text.indexOf(':', at);
    const end = text.indexOf('\r\n', colon);
    lines.push(at, colon, end);
    if (mayMatter(colon - at)) {
      switch (text.slice(at, colon).toLowerCase()) {
        case 'host':
          hosts += 1;
          break;
        case 'origin':
          origin ??= text.slice(colon + 1, end).trim();
          break;
        case 'content-length':
          if (length !== undefined) return null;
          length = text.slice(colon + 1, end).trim();
          break;
        case 'connection':
          if (
            text
              .slice(colon + 1, end)
              .trim()
              .toLowerCase() !== 'keep-alive'
          )
            return null;
          break;
        case 'cookie':
          // Who debugs wants traces and not speed.
          if (text.slice(colon, end).includes('debugKey=')) return null;
          break;
        case 'te':
        case 'expect':
        case 'upgrade':
        case 'trailer':
        case 'http2-settings':
        case 'proxy-connection':
        case 'transfer-encoding':
          return null;
      }
    }
    at = end + 2;
  }
  const method = text.slice(0, methodEnd);
  const hasBody = method === 'POST';
  if (hosts !== 1 || hasBody !== (length !== undefined) || !wholeNumber.test(length ?? '0')) return null;
  const target = text.slice(methodEnd + 1, targetEnd);
  return { method, target, bodyBytes: Number(length ?? 0), origin, fields: new PlainFields(text, lines) };
}

/** Lengths of the names above: most fields are passed over without a look at their name. */
function mayMatter(nameLength: number): boolean {
  switch (nameLength) {
    case 2:
    case 4:
    case 6:
    case 7:
    case 10:
    case 14:
    case 16:
    case 17:
      return true;
    default:
      return false;
  }
}
