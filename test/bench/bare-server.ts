import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveBench } from './bench-process.ts';

/** Baseline: the minimal work of a node:http program. Reads and parses the body, responds with constant JSON. */
const answer = process.argv[2] ?? '[]';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    response.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  serveBench((server.address() as AddressInfo).port, async () => {
    server.closeAllConnections();
  });
});
