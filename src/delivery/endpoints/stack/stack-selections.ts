import { createSipHash, tagBytes } from '../../../platform/keys/sip-hash.ts';
import { createDecisionId } from '../../answer/signed-address/event-token.ts';
import { createRecentMap } from '../../recent-map.ts';
import type { SelectionExchange, StackSelection } from './sent-selection.ts';

export type StackSelections = {
  /** Names the stack of a slot in a page view. */
  keyOf(pageView: string, slotName: string): string;
  /** What was selected a moment ago; null: nothing. */
  find(key: string): StackSelection | null;
  keep(key: string, selection: StackSelection): void;
  /**
   * A new decision id, of which the first 8 bytes (the seed of the draws) are those of an earlier one, else the same in every
   * process for some seconds.
   */
  idFor(key: string, earlier: Uint8Array | null): Buffer;
};

/** How long the requests of a page view get the ads that the first of them got. */
export const selectionMs = 5_000;
/** How long a key has the same seed, for processes and hosts that did not receive the selection. */
const seedMs = 10_000;
/** Selections that are kept: some hundred bytes each. */
const keptSelections = 10_000;
/** Longer ones are not kept. */
const maxKeptAds = 100;
const sipHashKeyBytes = 16;
const seedBytes = 8;

/**
 * The stack plugin displays the ads of `/json` and counts those of `/m/stack`, so both have to be the same ads. A
 * selection is kept for some seconds, and its repetitions change no counter. A process that does not know it draws with the
 * same seed. Source: wire-protocol 5.5; docs/decisions/0159-stacks-of-one-page-view.md.
 * @param key 32 bytes that are used for nothing else
 */
export function createStackSelections(
  key: Buffer,
  now: () => number,
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
      // An id is part of a larger buffer, which must not be kept with it.
      kept.set(name, { ...selection, id: Uint8Array.from(selection.id) });
      exchange?.send({ ...selection, key: name, id: Buffer.from(selection.id).toString('hex') });
    },
    idFor(name, earlier) {
      const id = createDecisionId();
      id.set(earlier?.subarray(0, seedBytes) ?? tagOf(`${name} ${Math.floor(now() / seedMs)}`));
      return id;
    },
  };
}
