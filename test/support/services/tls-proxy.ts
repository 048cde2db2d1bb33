import { once } from 'node:events';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSignedCertificate } from './self-signed-certificate.ts';

/** Target of a host name: a port of this machine, a fixed HTML page, or a file that any page may read. */
export type ProxyTarget =
  | { readonly port: number }
  | { readonly html: string }
  | { readonly file: Buffer; readonly type: string };

export type ProxiedRequest = { readonly host: string; readonly method: string; readonly path: string };

export type TlsProxy = {
  readonly port: number;
  /** All requests so far, in order of arrival. */
  readonly requests: readonly ProxiedRequest[];
  readonly close: () => Promise<void>;
};

/** Starts a TLS listener that routes by host name, like the reverse proxy of a real deployment. */
export async function startTlsProxy(targets: Readonly<Record<string, ProxyTarget>>): Promise<TlsProxy> {
  const requests: ProxiedRequest[] = [];
  const server = createServer(selfSignedCertificate('placard.example'), (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    requests.push({ host, method: request.method ?? '', path: request.url ?? '' });
    const target = targets[host];
    if (target === undefined) response.writeHead(404).end();
    else if ('html' in target) response.writeHead(200, { 'content-type': 'text/html' }).end(target.html);
    else if ('file' in target) sendFile(request, response, target);
    else pass(request, response, target.port);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Sends a file like a media server: readable by all pages, with range support. */
function sendFile(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  { file, type }: { readonly file: Buffer; readonly type: string },
): void {
  const common = { 'content-type': type, 'accept-ranges': 'bytes', 'access-control-allow-origin': '*' };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = to === undefined || to === '' ? file.length - 1 : Math.min(Number(to), file.length - 1);
  const part = file.subarray(start, end + 1);
  const range = { 'content-range': `bytes ${start}-${end}/${file.length}` };
  response.writeHead(from === undefined ? 200 : 206, { ...common, ...(from !== undefined && range) });
  response.end(method === 'HEAD' ? undefined : part);
}

function pass(request: IncomingMessage, response: ServerResponse, port: number): void {
  const onward = forward(
    { host: '127.0.0.1', port, method: request.method, path: request.url, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
