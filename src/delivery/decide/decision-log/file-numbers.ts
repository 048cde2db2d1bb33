import { type Winner, wayOfWinning } from '../../../core/decision/decision.ts';
import { missingParts } from '../../../core/decision/explain/recorded-request.ts';
import type { SnapshotAd } from '../../../core/snapshot/snapshot.ts';
import {
  askedValue,
  geoAreasAround,
  partsWithin,
  requestedGeoArea,
  type TargetedValue,
} from '../../../core/targeting/recorded-facts.ts';
import type { RequestFacts } from '../../../core/targeting/request-facts.ts';
import { numbersPerGeoArea } from '../../../core/targeting/targeting-dictionary.ts';
import type { TargetingIndex } from '../../../core/targeting/targeting-index.ts';
import { consentCode, type DecisionEncoder, type NumberedFacts } from '../../../exchange/decisions/decision-encoder.ts';
import { winnerMethods } from '../../../exchange/decisions/decision-format.ts';
import { createRecentMap } from '../../recent-map.ts';
import { type LookBudget, lookCosts } from './look-budget.ts';

/** Page URLs whose matching parts are cached, a few hundred bytes each. */
const knownPages = 4_000;

/** The numbers that one file assigns to names in requests. They restart with each file. */
export class FileNumbers {
  readonly #encoder: DecisionEncoder;
  readonly #positions: number[] = [];
  readonly #winners = new Map<SnapshotAd, number>();
  readonly #winnersByRoadblock = new Map<SnapshotAd, number>();
  readonly #values: number[] = [];
  readonly #parts: number[] = [];
  readonly #geoAreas: number[] = [];
  readonly #pages = createRecentMap<string, readonly number[]>(knownPages);
  #partsKnown = 0;
  /** Index of the targeting that the numbers refer to. */
  readonly index: TargetingIndex;

  constructor(encoder: DecisionEncoder, index: TargetingIndex) {
    this.#encoder = encoder;
    this.index = index;
  }

  position({ positionIndex, row }: Winner['position'], atMs: number): number {
    const known = this.#positions[positionIndex];
    if (known !== undefined) return known;
    const number = this.#encoder.definePosition(row.id, atMs);
    this.#positions[positionIndex] = number;
    return number;
  }

  winner(winner: Pick<Winner, 'ad' | 'byRoadblock'>, atMs: number): number {
    const { ad, byRoadblock } = winner;
    const numbers = byRoadblock === true ? this.#winnersByRoadblock : this.#winners;
    const known = numbers.get(ad);
    if (known !== undefined) return known;
    const { id, booking, creative } = ad;
    const number = this.#encoder.defineWinner(
      {
        adId: id,
        bookingId: booking.id,
        method: winnerMethods.indexOf(wayOfWinning(winner)),
        brandId: creative.brandId,
        labels: booking.exclusionLabels,
      },
      atMs,
    );
    numbers.set(ad, number);
    return number;
  }

  /** @param consent consent of the request, if a booking requires it */
  facts(
    { fields, values, page, point }: RequestFacts,
    consent: RequestFacts['sent']['context']['consent'],
    budget: LookBudget,
    atMs: number,
  ) {
    let missing = 0;
    const things: number[] = [];
    for (let field = 0; field < fields.length; field += 1) {
      const ids = values[field] as readonly number[];
      for (let each = 0; each < ids.length; each += 1) {
        things.push(this.#value(fields[field] as number, ids[each] as number, atMs));
      }
    }
    if (page !== null && !this.#addParts(page, things, budget, atMs)) missing |= missingParts.page;
    const geoAreaCount = this.index.geoAreas.length / numbersPerGeoArea;
    if (point !== null && !budget.grants(geoAreaCount, lookCosts.geoArea)) missing |= missingParts.geoAreas;
    else if (point !== null) {
      for (const at of geoAreasAround(this.index, point)) {
        things.push(this.#numberOf(this.#geoAreas, at, () => requestedGeoArea(this.index, at), atMs));
      }
    }
    return { things, consent: consentCode(consent), missing } satisfies NumberedFacts;
  }

  #value(field: number, id: number, atMs: number): number {
    return this.#values[id] ?? this.#numberOf(this.#values, id, () => askedValue(this.index, field, id), atMs);
  }

  /** @returns false if searching all parts would take too long */
  #addParts(page: string, things: number[], budget: LookBudget, atMs: number): boolean {
    const { texts } = this.index;
    // A new part was added. The cached results do not include it.
    if (texts.length !== this.#partsKnown) this.#forgetPages(texts.length);
    let found = this.#pages.get(page);
    if (found === undefined) {
      if (!budget.grants(texts.length, lookCosts.part)) return false;
      found = partsWithin(this.index, page);
      this.#pages.set(page, found);
    }
    for (const at of found) {
      things.push(this.#numberOf(this.#parts, at, () => ({ part: texts[at] as string }), atMs));
    }
    return true;
  }

  #forgetPages(partCount: number): void {
    this.#partsKnown = partCount;
    this.#pages.clear();
  }

  #numberOf(numbers: number[], point: number, thing: () => TargetedValue, atMs: number): number {
    const known = numbers[point];
    if (known !== undefined) return known;
    const number = this.#encoder.defineThing(thing(), atMs);
    numbers[point] = number;
    return number;
  }
}
