import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveBench } from './bench-process.ts';

/**
 * Baseline: the minimal work of a node:http program. Reads and parses the body of a POST, ignores that of other methods,
 * and responds with a constant text.
 */
const [answer = '[]', contentType = 'application/json'] = process.argv.slice(2);
const headers = { 'content-type': contentType, 'content-length': Buffer.byteLength(answer) };

const server = createServer((request, response) => {
  const respond = () => {
    response.writeHead(200, headers);
    response.end(answer);
  };
  if (request.method !== 'POST') {
    respond();
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    respond();
  });
});
server.listen(0, '127.0.0.1', () => {
  serveBench((server.address() as AddressInfo).port, async () => {
    server.closeAllConnections();
  });
});
