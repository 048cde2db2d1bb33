import { connect, type Socket } from 'node:net';

/** Task and result of one run of the load generator. */
export type Load = {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Pause between a response and the next request of a connection, to limit the load. Omitted: none. */
  readonly pauseMs?: number;
  /** Requests to send in a loop, each by the next free connection. Omitted: those of the previous load. */
  readonly requests?: readonly LoadRequest[];
};
export type LoadRequest = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string };
export type LoadResult = {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses other than 200, incomplete responses, and broken connections. */
  readonly failures: number;
};

/** Header fields of a browser that cause work in a server. */
const fields =
  'Host: 127.0.0.1\r\nConnection: keep-alive\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/156.0.0.0 Safari/537.36\r\nAccept: */*\r\nOrigin: https://news.example\r\nReferer: https://news.example/\r\n' +
  'Accept-Encoding: gzip, deflate, br\r\nAccept-Language: nl-BE,nl;q=0.9,en;q=0.8\r\n';
const endOfHead = '\r\n\r\n';
const histogramStepMs = 0.02;
const histogramSteps = 500_000;

// A separate process, so that its work does not count as CPU time of a server. Receives loads as messages and sends
// results.
process.on('message', (load: Load) => {
  void run(load).then((result) => process.send?.(result));
});

let requests: readonly Buffer[] = [];
/** Index of the next request. A load continues where the previous one ended, so that all requests are used. */
let next = 0;

/** Sends prepared bytes and reads only status and length of responses. */
async function run(load: Load): Promise<LoadResult> {
  if (load.requests !== undefined) {
    requests = load.requests.map(bytesOf);
    next = 0;
  }
  const histogram = new Uint32Array(histogramSteps);
  const startedMs = performance.now();
  const endMs = startedMs + load.seconds * 1000;
  const tally = { requests: 0, failures: 0 };

  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  await Promise.all(sockets.map((socket) => keepAsking(socket)));
  const seconds = (performance.now() - startedMs) / 1000;
  return {
    requests: tally.requests,
    perSecond: tally.requests / seconds,
    p50Ms: percentile(histogram, tally.requests, 0.5),
    p99Ms: percentile(histogram, tally.requests, 0.99),
    failures: tally.failures,
  };

  /** Sends one request after another until the time limit. */
  function keepAsking(socket: Socket): Promise<void> {
    return new Promise((resolve) => {
      let sentMs = 0;
      let text = '';
      const ask = () => {
        sentMs = performance.now();
        if (sentMs >= endMs) {
          socket.destroy();
          return;
        }
        socket.write(requests[next % requests.length] as Buffer);
        next += 1;
      };
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        const length = wholeLength(text);
        if (length === null || text.length < length) return;
        const step = Math.floor((performance.now() - sentMs) / histogramStepMs);
        const slot = Math.min(step, histogramSteps - 1);
        histogram[slot] = (histogram[slot] as number) + 1;
        tally.requests += 1;
        if (!text.startsWith('HTTP/1.1 200 ') || text.length !== length) tally.failures += 1;
        text = '';
        if (load.pauseMs === undefined) ask();
        else setTimeout(ask, load.pauseMs);
      });
      socket.on('error', () => {
        tally.failures += 1;
      });
      socket.on('close', () => resolve());
      ask();
    });
  }
}

function bytesOf({ method, path, body }: LoadRequest): Buffer {
  const ofBody =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${fields}${ofBody}\r\n${body ?? ''}`);
}

/** Returns the length of the response that starts here. null while its head is incomplete. */
function wholeLength(text: string): number | null {
  const end = text.indexOf(endOfHead);
  if (end === -1) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(text);
  return end + endOfHead.length + Number(length?.[1] ?? 0);
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

function percentile(histogram: Uint32Array, count: number, share: number): number {
  let seen = 0;
  for (let step = 0; step < histogram.length; step += 1) {
    seen += histogram[step] as number;
    if (seen >= count * share) return (step + 1) * histogramStepMs;
  }
  return histogram.length * histogramStepMs;
}
