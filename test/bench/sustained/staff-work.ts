import { setTimeout as delay } from 'node:timers/promises';
import type { ManagementCall } from '../../../src/main/demo/management-client.ts';

/** Durations in milliseconds. */
export type StaffFigures = {
  readonly edits: number;
  readonly editP99Ms: number;
  readonly reports: number;
  readonly reportP99Ms: number;
  /** Unexpected responses. */
  readonly failures: readonly string[];
};

const [betweenEditsMs, betweenReportsMs] = [1_000, 5_000];
const reportQueries = ['groupBy=day', 'groupBy=campaign,day', 'groupBy=publication,hour', 'groupBy=creative'];

/** Starts edits, one per second, and reports, one every five seconds, until they are stopped. */
export function startStaffWork(call: ManagementCall, bookings: number) {
  const failures: string[] = [];
  const stopped = new AbortController();
  const work = async (everyMs: number, perform: (number: number) => Promise<void>): Promise<number[]> => {
    const durations: number[] = [];
    for (let number = 0; !stopped.signal.aborted; number += 1) {
      const startedMs = performance.now();
      await perform(number).catch((error: unknown) => void failures.push(String(error)));
      durations.push(performance.now() - startedMs);
      await delay(everyMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
    return durations;
  };
  const expectOk = (path: string, answer: Awaited<ReturnType<ManagementCall>>) => {
    if (answer.status !== 200) failures.push(`${path} responded ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  const edits = work(betweenEditsMs, async (number) => {
    const path = `/api/v1/bookings/${1 + ((number * 7919) % bookings)}`;
    const headers = { 'if-match': '*' };
    expectOk(path, await call('PATCH', path, { json: { priority: number % 10 }, headers }));
  });
  const reports = work(betweenReportsMs, async (number) => {
    const path = `/api/v1/reports?${reportQueries[number % reportQueries.length]}`;
    expectOk(path, await call('GET', path));
  });
  return {
    async stop(): Promise<StaffFigures> {
      stopped.abort();
      const [editMs, reportMs] = await Promise.all([edits, reports]);
      return {
        edits: editMs.length,
        editP99Ms: p99Of(editMs),
        reports: reportMs.length,
        reportP99Ms: p99Of(reportMs),
        failures,
      };
    },
  };
}

function p99Of(durations: readonly number[]): number {
  return durations.toSorted((one, other) => one - other)[Math.floor(durations.length * 0.99)] ?? 0;
}
