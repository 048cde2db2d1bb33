import { expect, test, vi } from 'vitest';
import { caseBase } from '../../../../test/oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../../../../test/oracle/cases/case-rows.ts';
import { referenceDecide } from '../../../../test/oracle/reference/reference-decide.ts';
import { buildSnapshot } from '../../snapshot/build-snapshot.ts';
import type { SnapshotRows } from '../../snapshot/snapshot-rows.ts';
import { searchTerms } from '../../sponsored/search-terms.ts';
import { sponsoredTargeting } from '../../sponsored/sponsored-targeting.ts';
import type { Targeting } from '../../targeting/targeting.ts';
import { keywordMatches } from '../../vocabulary/keyword.ts';
import { decide } from '../decide.ts';

const nowMs = Date.parse('2026-11-02T12:34:56Z');
vi.setConfig({ testTimeout: 120_000 });

const words = Array.from({ length: 40 }, (_, index) => `word${index}`);
const wordAt = (index: number) => words[index % words.length] as string;

/**
 * Keywords of all match types, categories, negative conditions and other trees in rotation. Every hundredth booking has
 * no targeting.
 */
function treeOf(index: number): Targeting | null {
  if (index % 100 === 0) return null;
  if (index % 7 === 0) return { fact: 'country', values: ['be'] };
  if (index % 11 === 0) return { not: { fact: 'keyword', values: [wordAt(index)] } };
  const match = keywordMatches[index % 3] ?? 'exact';
  const keywords = [
    { text: `${wordAt(index)} ${wordAt(index * 7)}`, match },
    { text: wordAt(index * 3), match },
  ];
  const negativeKeywords = index % 5 === 0 ? [{ text: wordAt(index * 11), match: 'phrase' as const }] : [];
  const categories = index % 4 === 0 ? [`Shelf > ${wordAt(index)}`] : [];
  const own: Targeting | null = index % 6 === 0 ? { fact: 'country', values: ['be', 'nl'] } : null;
  return sponsoredTargeting({ keywords, negativeKeywords, categories, productPages: [] }, own);
}

const bookings: readonly CaseBooking[] = Array.from({ length: 400 }, (_, index) => ({
  id: index + 1,
  priority: 3 + (index % 4),
  inventory: index % 3 === 0 ? { publicationIds: [1] } : { positionIds: [1] },
  targeting: treeOf(index),
}));
const slotName = 'home-leaderboard';

function requestOf(index: number) {
  const query = Array.from({ length: 1 + (index % 4) }, (_, word) => wordAt(index * (word + 3) + word)).join(' ');
  return {
    slots: [{ slotName, parameters: new Map() }],
    parameters: new Map(),
    context: {
      ...(index % 3 === 0 ? {} : { keywords: searchTerms(query) }),
      ...(index % 5 === 0 ? { categories: [`shelf__${wordAt(index)}`] } : {}),
      ...(index % 2 === 0 ? {} : { country: index % 4 === 1 ? 'be' : 'nl' }),
    },
  };
}

function expectSame(rows: SnapshotRows, requests: number): ReadonlySet<number> {
  const snapshot = buildSnapshot(rows);
  const winners = new Set<number>();
  for (let index = 0; index < requests; index += 1) {
    const circumstances = { nowMs, seed: [index, 7] as const };
    const request = requestOf(index);
    const { winners: won } = decide(snapshot, request, { ...circumstances, explain: false });
    const fast = won[0]?.ad.booking.id ?? null;
    const [slow] = referenceDecide(rows, [slotName], circumstances, request);
    expect(fast, `request ${index}`).toEqual(slow?.winner?.bookingId ?? null);
    if (fast !== null) winners.add(fast);
  }
  return winners;
}

test('finds all bookings of a large pool that a request may match, equal to the linear scan of the reference engine', () => {
  // Ensures that targeted bookings win too.
  expect(expectSame(rowsOfCase(caseBase, bookings), 150).size).toBeGreaterThan(40);
});

test('also works if every booking has targeting, so that most trials find no member', () => {
  const narrow = bookings.filter(({ id }) => (id - 1) % 100 !== 0 && (id - 1) % 7 !== 0 && (id - 1) % 11 !== 0);
  expect(expectSame(rowsOfCase(caseBase, narrow), 150).size).toBeGreaterThan(30);
});
