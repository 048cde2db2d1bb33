import autocannon from 'autocannon';

/** What one run of the load generator is asked for, and answers. */
export type Load = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Sent one after the other on each connection, again and again. */
  readonly requests: readonly { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string }[];
};
export type LoadResult = {
  readonly requests: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Answers other than 2xx, and requests without an answer. */
  readonly failures: number;
};

// A process of its own, so that its work shows in no server's CPU time: takes loads as messages, answers results.
process.on('message', (load: Load) => {
  void run(load).then((result) => process.send?.(result));
});

async function run(load: Load): Promise<LoadResult> {
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    requests: load.requests.map((request) => ({ ...request, headers: { 'content-type': 'application/json' } })),
  });
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}
