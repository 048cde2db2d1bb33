import { readClfTime } from './log-time.ts';
import { type LoggedCall, noResponseHeaders, pathOfTarget } from './logged-call.ts';

/**
 * Reads a line in common or combined log format, with or without the virtual host in front, and with further quoted
 * fields at the end, of which a field with `name=value` pairs is the cookie. Returns the fault as text if the line
 * is in neither format.
 */
export function parseAccessLine(line: string): LoggedCall | string {
  const open = line.indexOf(' [');
  const close = open === -1 ? -1 : line.indexOf('] "', open);
  if (close === -1) return 'not in common or combined log format';
  const atMs = readClfTime(line.slice(open + 2, close));
  if (atMs === null) return 'the time cannot be read';
  const fields = quotedFields(line, close + 2);
  if (fields === null) return 'a quoted field does not end';
  const [request = '', ...quoted] = fields.quoted;
  const [method, sent] = request.split(' ');
  if (method === undefined || sent === undefined || !/^[A-Z]+$/.test(method)) return 'the request line cannot be read';
  const target = pathOfTarget(sent);
  if (target === null) return 'the request line has no path';
  const [status = ''] = fields.plain;
  if (!/^\d{3}$|^-$/.test(status)) return 'the status cannot be read';
  const [referer, userAgent, ...further] = quoted;
  return {
    atMs,
    method,
    target,
    status: status === '-' ? null : Number(status),
    address: addressOf(line.slice(0, open)),
    userAgent: known(userAgent),
    referer: known(referer),
    language: undefined,
    cookie: further.find((field) => /(?:^|;\s*)[\w.-]+=/.test(field)),
    requestBody: null,
    responseBody: null,
    responseHeader: noResponseHeaders,
  };
}

/** Returns the client address: the first word, or the second after a virtual host (`www.example.com:443`). */
function addressOf(head: string): string | undefined {
  const [first, second, third, fourth] = head.split(' ', 4);
  const isVirtualHost = fourth !== undefined && second !== '-' && third === '-';
  return known(isVirtualHost ? second : first);
}

function known(field: string | undefined): string | undefined {
  return field === undefined || field === '-' || field === '' ? undefined : field;
}

/** Splits the rest of a line into quoted fields and the words between them. Returns null if a quote is not closed. */
function quotedFields(line: string, from: number): { quoted: string[]; plain: string[] } | null {
  const quoted: string[] = [];
  const plain: string[] = [];
  let at = from;
  while (at < line.length) {
    const start = line.indexOf('"', at);
    const between = start === -1 ? line.slice(at) : line.slice(at, start);
    for (const word of between.split(' ')) if (word !== '') plain.push(word);
    if (start === -1) break;
    const end = endOfQuoted(line, start + 1);
    if (end === -1) return null;
    const text = line.slice(start + 1, end);
    quoted.push(text.includes('\\') ? unescaped(text) : text);
    at = end + 1;
  }
  return { quoted, plain };
}

function endOfQuoted(line: string, from: number): number {
  let end = line.indexOf('"', from);
  while (end !== -1 && backslashesBefore(line, end) % 2 === 1) end = line.indexOf('"', end + 1);
  return end;
}

function backslashesBefore(line: string, at: number): number {
  let count = 0;
  while (line[at - 1 - count] === '\\') count += 1;
  return count;
}

/** Apache writes `\"` and `\xHH`, nginx writes `\xHH`. */
function unescaped(text: string): string {
  return text.replace(/\\(?:x([0-9A-Fa-f]{2})|(.))/g, (_, hex: string | undefined, character: string | undefined) =>
    hex === undefined ? (character ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
