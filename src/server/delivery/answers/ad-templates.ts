import { randomBytes } from 'node:crypto';
import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { SnapshotAd, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { FormatRow } from '../../../core/snapshot/snapshot-rows.ts';
import { eventWindowOf } from '../../../core/words/event-windows.ts';
import type { AdId } from '../../../core/words/ids.ts';
import { hasMacros } from '../macros/macro.ts';
import { createMacroBook, filledTarget, type MacroBook } from '../macros/macro-book.ts';
import type { MacroContext } from '../macros/macro-value.ts';
import { createRecentMap } from '../recent-map.ts';
import { normalTarget } from '../signed-address/click-address.ts';
import { type AdFacts, hashTarget } from '../signed-address/event-token.ts';
import { asciiJson } from '../text/ascii-json.ts';
import { presentJsonAd } from './present-json.ts';
import { sameContent } from './same-content.ts';
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

type Kept = {
  /** The ad and the format for which the template was last used. */
  ad: SnapshotAd;
  format: FormatRow;
  readonly template: AdTemplate | null;
};

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

  function make(position: SnapshotPosition, ad: SnapshotAd): AdTemplate | null {
    try {
      const hasAny = hasMacros(ad.creative.text) || hasMacros(position.format.templateHtml ?? '');
      const macros = hasAny ? createMacroBook() : noMacros;
      const presented = presentJsonAd({ position, ad, deliveryUrl, creativeOrigin, mark, macros });
      if (presented === null) throw new UnfitAdError('The creative has nothing to show');
      requireFitAd(presented);
      const vast = vastTemplateOf(position, ad, macros);
      const { slotName: _name, slotID: _id, tag, ...others } = presented;
      const ofTheAd = vast === null ? { ...others, tag } : others;
      // Without the brace: the position's fields come first.
      const pieces = asciiJson(ofTheAd).slice(1).split(mark).map(flat);
      return { pieces, factsIn: factsOf(ad), vast, macros: hasAny ? macros : null };
    } catch (error) {
      options.onUnfit(ad, error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  return {
    templateOf(position, ad) {
      const kept = byAd.get(ad.id);
      if (kept !== undefined && isStillGood(kept, position.format, ad)) return kept.template;
      const template = make(position, ad);
      byAd.set(ad.id, { ad, format: position.format, template });
      return template;
    },
    positionOf(position) {
      let template = byPosition.get(position);
      if (template === undefined) {
        const { id, slotName } = position.row;
        const fields = asciiJson({ slotName, slotID: String(id) }).slice(0, -1);
        template = { fields: flat(`${fields},`), mark: flat(`sl${id}/II`) };
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

function factsOf(ad: SnapshotAd): AdTemplate['factsIn'] {
  const { clickUrl } = unpackCreative(ad.creative);
  const isFilled = clickUrl !== null && hasMacros(clickUrl);
  const usualHash = hashTarget(clickUrl === null ? null : normalTarget(clickUrl));
  const { id: adId, booking, creative } = ad;
  const [bookingId, creativeId] = [booking.id, creative.id];
  return ({ row, format, isScreen }, context) => {
    const window = eventWindowOf({ isScreen, mediaType: format.mediaType });
    const targetHash = isFilled && context !== undefined ? hashTarget(filledTarget(clickUrl, context)) : usualHash;
    return { adId, bookingId, creativeId, targetHash, positionId: row.id, window };
  };
}

/** The same text in one piece of memory of its own: not a chain, and not a window into a longer text. */
function flat(ascii: string): string {
  return Buffer.from(ascii, 'latin1').toString('latin1');
}
