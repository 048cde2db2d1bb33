import type { DecisionIds } from '../../../platform/keys/decision-ids.ts';
import { createSipHash, tagBytes } from '../../../platform/keys/sip-hash.ts';
import { createRecentMap } from '../../recent-map.ts';
import type { SelectionExchange, StackSelection } from './sent-selection.ts';

export type StackSelections = {
  /** Returns the key of a slot's stack in a page view. */
  keyOf(pageView: string, slotName: string): string;
  /** Returns a recent selection, or null. */
  find(key: string): StackSelection | null;
  keep(key: string, selection: StackSelection): void;
  /**
   * Returns a new decision ID. Its first 8 bytes (the seed of the draws) are those of an earlier ID, or otherwise the
   * same in every process for some seconds.
   */
  idFor(key: string, earlier: Uint8Array | null): Buffer;
};

/** Milliseconds for which requests of a page view get the ads of its first request. */
export const selectionMs = 5_000;
/** Milliseconds for which a key has the same seed, for processes and hosts that did not receive the selection. */
const seedMs = 10_000;
/** Most cached selections, a few hundred bytes each. */
const keptSelections = 10_000;
/** Most ads of a cached selection. Longer ones are not cached. */
const maxKeptAds = 100;
const sipHashKeyBytes = 16;

/**
 * Caches the selections of stacks. The stack plugin displays the ads of `/json` and counts those of `/m/stack`, so both
 * must be the same ads. A selection is cached for some seconds, and its repetitions change no counters. A process
 * without the selection draws with the same seed. Source: wire-protocol 5.5;
 * docs/decisions/0159-stacks-of-one-page-view.md.
 * @param key 32 bytes that are used for no other purpose
 */
export function createStackSelections(
  key: Buffer,
  { decisionIds, now }: { readonly decisionIds: DecisionIds; readonly now: () => number },
  exchange: SelectionExchange | null = null,
): StackSelections {
  const sipHash = createSipHash(key.subarray(0, sipHashKeyBytes));
  const kept = createRecentMap<string, StackSelection>(keptSelections);
  exchange?.receive(({ key: name, id, ...rest }) => kept.set(name, { ...rest, id: Buffer.from(id, 'hex') }));

  function tagOf(text: string): Buffer {
    const length = Buffer.byteLength(text);
    const bytes = Buffer.alloc(length + tagBytes, text);
    sipHash.appendTag(bytes, length);
    return bytes.subarray(length);
  }

  return {
    keyOf: (pageView, slotName) => tagOf(JSON.stringify([slotName, pageView])).toString('hex'),
    find(name) {
      const found = kept.get(name);
      return found !== undefined && Math.abs(now() - found.decidedAtMs) < selectionMs ? found : null;
    },
    keep(name, selection) {
      if (selection.ads.length > maxKeptAds) return;
      // The ID is a slice of a larger buffer, which must not be retained.
      kept.set(name, { ...selection, id: Uint8Array.from(selection.id) });
      exchange?.send({ ...selection, key: name, id: Buffer.from(selection.id).toString('hex') });
    },
    idFor(name, earlier) {
      return decisionIds.next(earlier ?? tagOf(`${name} ${Math.floor(now() / seedMs)}`));
    },
  };
}
