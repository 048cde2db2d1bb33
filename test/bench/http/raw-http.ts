import { connect, type Socket } from 'node:net';

export type LoadRequest = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string };

/** Header fields of a browser that cause work in a server. */
const fields =
  'Host: 127.0.0.1\r\nConnection: keep-alive\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/156.0.0.0 Safari/537.36\r\nAccept: */*\r\nOrigin: https://news.example\r\nReferer: https://news.example/\r\n' +
  'Accept-Encoding: gzip, deflate, br\r\nAccept-Language: nl-BE,nl;q=0.9,en;q=0.8\r\n';
const endOfHead = '\r\n\r\n';

/** Returns the bytes of a request. */
export function requestBytes({ method, path, body }: LoadRequest): Buffer {
  const ofBody =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${fields}${ofBody}\r\n${body ?? ''}`);
}

/** Returns the length of the response at the start of a text with one character per byte. null: its head is incomplete. */
export function responseLength(text: string): number | null {
  const end = text.indexOf(endOfHead);
  if (end === -1) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(text);
  return end + endOfHead.length + Number(length?.[1] ?? 0);
}

/** Returns the body of a complete response. */
export function responseBody(text: string): string {
  return text.slice(text.indexOf(endOfHead) + endOfHead.length);
}

/** Returns the status code of a response. */
export function responseStatus(text: string): number {
  return Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
}

export function openConnection(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
