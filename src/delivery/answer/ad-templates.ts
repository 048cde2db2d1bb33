import { randomBytes } from 'node:crypto';
import type { DisplayTrackers } from '../../core/creative/display-trackers.ts';
import { unpackAd } from '../../core/snapshot/packed-creative.ts';
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
import { markTrackers } from './tracker-markup.ts';
import { requireFitAd, UnfitAdError } from './validate-ad.ts';
import { createVastTemplates, type VastTemplate } from './vast-template.ts';

/** An ad as ASCII JSON text without the fields of the position and the token. */
export type AdTemplate = {
  /** Text from after the position's fields to the end, split at each `sl<position id>/II<token>`. */
  readonly pieces: readonly string[];
  /**
   * Returns the facts of the ad at this position for the token.
   * @param context request whose values fill in the macros of the click target. If omitted, the target has no macros
   */
  factsIn(position: SnapshotPosition, context?: MacroContext): AdFacts;
  /** VAST documents for the `tag`. null if the ad is not a video ad. */
  readonly vast: VastTemplate | null;
  /**
   * JSON text of the third-party trackers, for clients that render the ad from data, with its macros marked. It is empty
   * for viewers who do not consent. null if there are none.
   */
  readonly trackers: string | null;
  /** Macros to fill in for each request. null if there are none. */
  readonly macros: MacroBook | null;
  /** Whether conversions may be attributed to the ad: it is a product of a catalog, or its brand has a conversion action. */
  readonly isAttributed: boolean;
};

/** Fields of a position in answers. */
export type PositionTemplate = {
  /** First fields of the JSON text of an ad. */
  readonly fields: string;
  /** Part of every tracking URL before the token. */
  readonly mark: string;
};

export type AdTemplates = {
  /** Returns the template, or null if no client could use the ad. The reason is logged once. */
  templateOf(position: SnapshotPosition, ad: SnapshotAd): AdTemplate | null;
  positionOf(position: SnapshotPosition): PositionTemplate;
};

/** Placeholder of position and token while a template is built. Random, so that no creative can contain it. */
const mark = `mark-${randomBytes(12).toString('hex')}`;

/** Macro book of all creatives without macros. It stays empty. */
const noMacros = createMacroBook();

/**
 * Most cached templates. A template takes about 1.2 kB, so the cache takes at most 150 MB, enough for most of 100,000
 * bookings.
 */
const keptTemplates = 128_000;

/** A single object for memory locality: each additional object that an answer reads is in another part of memory. */
class KeptTemplate implements AdTemplate {
  readonly pieces: readonly string[];
  readonly vast: VastTemplate | null;
  readonly trackers: string | null;
  readonly macros: MacroBook | null;
  readonly isAttributed: boolean;
  /** Ad and format of the last use. All of them have the same IDs. */
  ad: SnapshotAd;
  format: FormatRow;
  readonly #usualHash: Uint8Array;
  /** Click target with macros to fill in. null if the hash of the target is the same for every request. */
  readonly #targetToFill: string | null;
  readonly #adId: AdId;
  readonly #bookingId: BookingId;
  readonly #creativeId: CreativeId;

  constructor(
    { pieces, vast, trackers, macros, isAttributed }: Omit<AdTemplate, 'factsIn'>,
    { ad, format }: Pick<Kept, 'ad' | 'format'>,
    clickUrl: string | null,
  ) {
    this.pieces = pieces;
    this.vast = vast;
    this.trackers = trackers;
    this.macros = macros;
    this.isAttributed = isAttributed;
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

/** Cache entry of an ad that no client could use. */
type UnfitAd = { ad: SnapshotAd; format: FormatRow; readonly pieces: null };

type Kept = KeptTemplate | UnfitAd;

/**
 * Caches ad templates. Everything in an answer except position and token is equal for all requests. It is rendered,
 * validated and written as JSON once per ad, and an answer is a concatenation of pieces. Snapshot objects are replaced
 * and never modified, so a template is valid as long as its ad is the same object, or a new object with the same
 * content.
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
      const { clickUrl, kind, trackers, tracksConversions } = unpackAd(ad);
      const hasAny = trackers !== undefined || hasMacros(ad.creative.text) || hasMacros(format.templateHtml ?? '');
      const macros = hasAny ? createMacroBook() : noMacros;
      const presented = presentJsonAd({ position, ad, deliveryUrl, creativeOrigin, mark, macros });
      if (presented === null) throw new UnfitAdError('The creative has no content to display');
      requireFitAd(presented);
      const vast = vastTemplateOf(position, ad, macros);
      const { slotName: _name, slotID: _id, tag, ...others } = presented;
      const ofTheAd = vast === null ? { ...others, tag } : others;
      // Without the opening brace: the position's fields come first.
      const pieces = asciiJson(ofTheAd).slice(1).split(mark).map(ownText);
      const parts = {
        pieces,
        vast,
        trackers: trackers === undefined ? null : dataOf(trackers, macros),
        macros: hasAny ? macros : null,
        isAttributed: kind === 'product' || tracksConversions === true,
      };
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

function dataOf(trackers: DisplayTrackers, macros: MacroBook): string {
  return macros.markConsented(JSON.stringify(markTrackers(trackers, macros)));
}

/**
 * Returns true for the same ad, or for an ad of a new snapshot with the same content. The template is then assigned to
 * the new ad.
 */
function isStillGood(kept: Kept, format: FormatRow, ad: SnapshotAd): boolean {
  if (kept.ad === ad && kept.format === format) return true;
  if (!sameContent(kept.format, format) || !sameContent(kept.ad, ad)) return false;
  kept.ad = ad;
  kept.format = format;
  return true;
}
