import { expect, test } from 'vitest';
import type { BulkBody, BulkResult } from '../../../client/generated/types.gen.ts';
import { maxBulkItems } from '../../../core/vocabulary/limits/api-limits.ts';
import { reasonsOf, runBulk, succeededIds } from './bulk-results.ts';

const problem = (detail: string) => ({
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  instance: '',
  code: 'action_not_allowed' as const,
  detail,
});

/** Rejects every third item. */
async function send({ items }: BulkBody): Promise<BulkResult> {
  const results = items.map(({ id = 0 }) =>
    id % 3 === 0 ? { status: 409, problem: problem('Finished') } : { status: 200 },
  );
  return { applied: true, failed: results.filter(({ status }) => status === 409).length, results };
}

test('more items than a call can take are sent in several calls, and the results stay in order', async () => {
  const calls: number[] = [];
  const ids = Array.from({ length: maxBulkItems + 50 }, (_, index) => index + 1);
  const result = await runBulk(
    (body) => {
      calls.push(body.items.length);
      return send(body);
    },
    ids.map((id) => ({ id, action: 'pause' as const })),
    { dryRun: false },
  );
  expect(calls).toEqual([maxBulkItems, 50]);
  expect(succeededIds(result, ids)).toEqual(ids.filter((id) => id % 3 !== 0));
  expect(result.failed).toBe(ids.filter((id) => id % 3 === 0).length);
});

test('each reason is listed once with the number of objects', async () => {
  const result = await runBulk(send, [{ id: 3 }, { id: 4 }, { id: 6 }], { dryRun: true });
  expect(reasonsOf(result)).toEqual([{ reason: 'Finished', count: 2 }]);
  expect(result.applied).toBe(false);
});
