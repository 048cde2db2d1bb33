import { randomBytes } from 'node:crypto';
import { unpackCreative } from '../../core/snapshot/packed-creative.ts';
import type { SnapshotAd, SnapshotPosition } from '../../core/snapshot/snapshot.ts';
import type { FormatRow } from '../../core/snapshot/snapshot-rows.ts';
import { eventWindowOf } from '../../core/vocabulary/event-windows.ts';
import type { AdId, BookingId, CreativeId } from '../../core/vocabulary/ids.ts';
import { createRecentMap } from '../recent-map.ts';
import { hasMacros } from './macros/macro.ts';
import { createMacroBook, filledTarget, type MacroBook } from './macros/macro-book.ts';
import type { MacroContext } from './macros/macro-value.ts';
import { presentJsonAd } from './present-json.ts';
import { sameContent } from './same-content.ts';
import { normalTarget } from './signed-address/click-address.ts';
import { type AdFacts, hashTarget } from './signed-address/event-token.ts';
import { asciiJson } from './text/ascii-json.ts';
import { ownText } from './text/own-text.ts';
import { requireFitAd, UnfitAdError } from './validate-ad.ts';
import { createVastTemplates, type VastTemplate } from './vast-template.ts';

/** An ad as JSON text, with everything in place but where it shows and the token; ASCII only. */
export type AdTemplate = {
  /** From after the position's own fields to the end, cut where `sl<position id>/II<token>` stands. */
  readonly pieces: readonly string[];
  /**
   * What the token says about the ad in this position.
   * @param context of the request, from which the macros of its click target are filled in; left out: there are none
   */
  factsIn(position: SnapshotPosition, context?: MacroContext): AdFacts;
  /** Its documents for players, which belong into its `tag`; null: it is no video ad. */
  readonly vast: VastTemplate | null;
  /** What is to be filled in for each request; null: nothing. */
  readonly macros: MacroBook | null;
  /** True for a product of a catalogue, with which orders may be credited. */
  readonly isSponsored: boolean;
};

/** What answers say about a position. */
export type PositionTemplate = {
  /** The first fields of an ad's JSON text. */
  readonly fields: string;
  /** Stands before the token in every address. */
  readonly mark: string;
};

export type AdTemplates = {
  /** Null when no client could use this ad; the reason is reported once. */
  templateOf(position: SnapshotPosition, ad: SnapshotAd): AdTemplate | null;
  positionOf(position: SnapshotPosition): PositionTemplate;
};

/** Stands for position and token while a template is made; random, so that no creative can contain it. */
const mark = `mark-${randomBytes(12).toString('hex')}`;

/** The book of all creatives without macros: it stays empty. */
const noMacros = createMacroBook();

/** Templates that are kept: some 1.2 kB each, so at most 150 MB, which is most of a hundred thousand bookings. */
const keptTemplates = 128_000;

/** One object for all of it: each that an answer comes to lies somewhere else in memory. */
class KeptTemplate implements AdTemplate {
  readonly pieces: readonly string[];
  readonly vast: VastTemplate | null;
  readonly macros: MacroBook | null;
  readonly isSponsored: boolean;
  /** The ad and the format for which it was last used; the ids are the same of all of them. */
  ad: SnapshotAd;
  format: FormatRow;
  readonly #usualHash: Uint8Array;
  /** The click target, where macros are to be filled in; null: the usual hash is that of every request. */
  readonly #targetToFill: string | null;
  readonly #adId: AdId;
  readonly #bookingId: BookingId;
  readonly #creativeId: CreativeId;

  constructor(
    { pieces, vast, macros, isSponsored }: Omit<AdTemplate, 'factsIn'>,
    { ad, format }: Pick<Kept, 'ad' | 'format'>,
    clickUrl: string | null,
  ) {
    this.pieces = pieces;
    this.vast = vast;
    this.macros = macros;
    this.isSponsored = isSponsored;
    this.ad = ad;
    this.format = format;
    this.#usualHash = hashTarget(clickUrl === null ? null : normalTarget(clickUrl));
    this.#targetToFill = clickUrl !== null && hasMacros(clickUrl) ? clickUrl : null;
    this.#adId = ad.id;
    this.#bookingId = ad.booking.id;
    this.#creativeId = ad.creative.id;
  }

  factsIn({ row, format, isScreen }: SnapshotPosition, context?: MacroContext): AdFacts {
    const target = this.#targetToFill;
    return {
      adId: this.#adId,
      bookingId: this.#bookingId,
      creativeId: this.#creativeId,
      targetHash:
        target === null || context === undefined ? this.#usualHash : hashTarget(filledTarget(target, context)),
      positionId: row.id,
      window: eventWindowOf({ isScreen, mediaType: format.mediaType }),
    };
  }
}

/** What is kept of an ad that no client could use. */
type UnfitAd = { ad: SnapshotAd; format: FormatRow; readonly pieces: null };

type Kept = KeptTemplate | UnfitAd;

/**
 * Everything in an answer but position and token is the same for all requests, so it is presented, checked and
 * written as JSON once per ad, and an answer is a chain of pieces. What changes in a snapshot is replaced and never
 * written to, so a template is good for as long as its ad is the same object; and when another takes its place, for as
 * long as that still says the same.
 */
export function createAdTemplates(options: {
  readonly deliveryUrl: string;
  readonly creativeOrigin: string | null;
  readonly onUnfit: (ad: SnapshotAd, reason: string) => void;
}): AdTemplates {
  const byAd = createRecentMap<AdId, Kept>(keptTemplates);
  const { deliveryUrl, creativeOrigin } = options;
  const vastTemplateOf = createVastTemplates(deliveryUrl, mark);
  const byPosition = new WeakMap<SnapshotPosition, PositionTemplate>();

  function make(position: SnapshotPosition, ad: SnapshotAd): Kept {
    const { format } = position;
    try {
      const hasAny = hasMacros(ad.creative.text) || hasMacros(format.templateHtml ?? '');
      const macros = hasAny ? createMacroBook() : noMacros;
      const presented = presentJsonAd({ position, ad, deliveryUrl, creativeOrigin, mark, macros });
      if (presented === null) throw new UnfitAdError('The creative has nothing to show');
      requireFitAd(presented);
      const vast = vastTemplateOf(position, ad, macros);
      const { slotName: _name, slotID: _id, tag, ...others } = presented;
      const ofTheAd = vast === null ? { ...others, tag } : others;
      // Without the brace: the position's fields come first.
      const pieces = asciiJson(ofTheAd).slice(1).split(mark).map(ownText);
      const { clickUrl, kind } = unpackCreative(ad.creative);
      const parts = { pieces, vast, macros: hasAny ? macros : null, isSponsored: kind === 'product' };
      return new KeptTemplate(parts, { ad, format }, clickUrl);
    } catch (error) {
      options.onUnfit(ad, error instanceof Error ? error.message : String(error));
      return { ad, format, pieces: null };
    }
  }

  return {
    templateOf(position, ad) {
      let kept = byAd.get(ad.id);
      if (kept === undefined || !isStillGood(kept, position.format, ad)) {
        kept = make(position, ad);
        byAd.set(ad.id, kept);
      }
      return kept.pieces === null ? null : kept;
    },
    positionOf(position) {
      let template = byPosition.get(position);
      if (template === undefined) {
        const { id, slotName } = position.row;
        const fields = asciiJson({ slotName, slotID: String(id) }).slice(0, -1);
        template = { fields: ownText(`${fields},`), mark: ownText(`sl${id}/II`) };
        byPosition.set(position, template);
      }
      return template;
    },
  };
}

/** True for the same ad, and for that of a new snapshot with the content of the old: the template is its from now on. */
function isStillGood(kept: Kept, format: FormatRow, ad: SnapshotAd): boolean {
  if (kept.ad === ad && kept.format === format) return true;
  if (!sameContent(kept.format, format) || !sameContent(kept.ad, ad)) return false;
  kept.ad = ad;
  kept.format = format;
  return true;
}
