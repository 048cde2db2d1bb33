import type { BulkBody, BulkItem, BulkResult, Problem } from '../../../client/generated/types.gen.ts';
import { maxBulkItems } from '../../../core/vocabulary/limits/api-limits.ts';

/** Sends the items in as many bulk calls as necessary. Items that fail do not prevent the others. */
export async function runBulk(
  send: (body: BulkBody) => Promise<BulkResult>,
  items: readonly BulkItem[],
  { dryRun }: { readonly dryRun: boolean },
): Promise<BulkResult> {
  const all: BulkResult = { applied: !dryRun, failed: 0, results: [] };
  for (let start = 0; start < items.length; start += maxBulkItems) {
    const answer = await send({ mode: 'partial', dryRun, items: items.slice(start, start + maxBulkItems) });
    all.failed += answer.failed;
    all.results.push(...answer.results);
  }
  return all;
}

/** The ids whose items have no problem. */
export function succeededIds({ results }: BulkResult, ids: readonly number[]): readonly number[] {
  return ids.filter((_, index) => results[index] !== undefined && results[index]?.problem === undefined);
}

/** The reasons why items cannot be changed, each once. */
export function reasonsOf({ results }: BulkResult): readonly { readonly reason: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { problem } of results) {
    if (problem === undefined) continue;
    const reason = reasonOfProblem(problem);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => ({ reason, count }));
}

/** Why an item cannot be changed: the messages of its fields, or the detail of the problem. */
export function reasonOfProblem({ errors = [], detail, title }: Problem): string {
  return errors.length > 0 ? errors.map(({ message }) => message).join('; ') : (detail ?? title);
}
