import type { DisplayTrackers } from '../creative/display-trackers.ts';
import type { FieldValues, TemplateField } from '../creative/template-field.ts';
import type { EventGoalKind } from '../pricing/billable-events.ts';
import type { Targeting } from '../targeting/targeting.ts';
import type { ScreenFacts } from '../targeting/value-facts.ts';
import type { DayPart } from '../time/day-part.ts';
import type { VideoCreative } from '../vast/video-creative.ts';
import type { RoadblockMode } from '../vocabulary/booking-modes.ts';
import type { CapScope, CapSubject } from '../vocabulary/cap-subjects.ts';
import type {
  AdId,
  BookingId,
  BrandId,
  CampaignId,
  CreativeId,
  FormatId,
  LocationId,
  MediaPartnerId,
  PositionId,
  PublicationId,
  PublisherId,
} from '../vocabulary/ids.ts';
import type { MoneyMicros } from '../vocabulary/money.ts';
import type { BookingType, CampaignType, Lifecycle, Weekday } from '../vocabulary/statuses.ts';

/**
 * All data of one revision that ad requests need, as plain rows: written to a snapshot file and indexed by
 * `buildSnapshot`. All instants are epoch milliseconds (UTC). Intervals include their start and exclude their end.
 * JSON-safe: no Map, no undefined, no Date.
 */
export type SnapshotRows = {
  readonly revision: number;
  readonly builtAtMs: number;
  readonly publishers: readonly PublisherRow[];
  readonly publications: readonly PublicationRow[];
  readonly locations: readonly LocationRow[];
  readonly formats: readonly FormatRow[];
  readonly positions: readonly PositionRow[];
  readonly bookings: readonly BookingRow[];
  readonly creatives: readonly CreativeRow[];
};

export type PublisherRow = { readonly id: PublisherId; readonly parentId: PublisherId | null };

export type PublicationRow = {
  readonly id: PublicationId;
  readonly publisherId: PublisherId;
  /** IANA time zone that defines days and hours. */
  readonly timeZone: string;
};

export type LocationRow = {
  readonly id: LocationId;
  readonly publicationId: PublicationId;
  readonly code: string;
  /** Only set for screens. */
  readonly kind?: 'screen';
  /** Only for screens with a loop. */
  readonly loop?: ScreenLoopRow;
  /** Only for screens, in the time zone of the publication; omitted: always open. */
  readonly openingHours?: readonly DayPart[];
  /** Only for screens: facts that trees can target; omitted: none. */
  readonly facts?: ScreenFacts;
};

/** Loop and opening hours of a screen. */
export type ScreenLoopRow = {
  readonly loopSeconds: number;
  /** At most `loopSeconds`. */
  readonly slotSeconds: number;
  /** In the time zone of the publication; empty: always open. */
  readonly openingHours: readonly DayPart[];
};

export type FormatRow = {
  readonly id: FormatId;
  readonly code: string;
  /** Pixels; null: the format has no fixed size. */
  readonly width: number | null;
  readonly height: number | null;
  readonly mediaType: 'banner' | 'video' | 'audio' | 'native' | 'stack';
  /** Whether head-up lists contain its creatives. Omitted: those of screens do. */
  readonly inHeadsup?: boolean;
  /** Template fields and markup for creatives of kinds native and advar; omitted: none. */
  readonly templateFields?: readonly TemplateField[];
  readonly templateHtml?: string;
};

export type PositionRow = {
  readonly id: PositionId;
  readonly locationId: LocationId;
  readonly formatId: FormatId;
  /** Location code + position code + '-' + format code: the key that clients send. Case-sensitive. */
  readonly slotName: string;
  /** Bookings with one of these exclusion labels do not deliver here; omitted: none blocked. */
  readonly blockedLabels?: readonly string[];
  /** Bid floor as CPM; omitted: any price. */
  readonly floor?: MoneyMicros;
  /** Most ads per response for this position, 1 or more; omitted: as many as requested. */
  readonly maxAds?: number;
  /** Most ads of one brand per response, 1 or more; omitted: no limit. */
  readonly maxPerBrand?: number;
};

export type BookingRow = {
  readonly id: BookingId;
  readonly campaignId: CampaignId;
  readonly name: string;
  readonly externalId: string | null;
  readonly type: BookingType;
  readonly lifecycle: Lifecycle;
  readonly paused: boolean;
  readonly held: boolean;
  readonly campaign: {
    readonly name: string;
    readonly type: CampaignType;
    /** False if the campaign itself is paused, held, cancelled or archived. */
    readonly delivering: boolean;
    readonly advertiserId: MediaPartnerId;
  };
  readonly startMs: number;
  /** null: open end. */
  readonly endMs: number | null;
  /** Local days in the time zone of the publication; empty: every day. */
  readonly activeDays: readonly Weekday[];
  /** Local dayparts in minutes from midnight, start inclusive, end (up to 1440) exclusive; empty: all day. */
  readonly dayParts: readonly DayPart[];
  /** Booked inventory. A higher node covers all positions below it, including later ones. */
  readonly inventory: {
    readonly positionIds: readonly PositionId[];
    readonly locationIds: readonly LocationId[];
    readonly publicationIds: readonly PublicationId[];
    readonly publisherIds: readonly PublisherId[];
  };
  /** 0 (highest) to 9. */
  readonly priority: number;
  /** Targeting; omitted or null: all requests. */
  readonly targeting?: Targeting | null;
  /** Two bookings with a common label never win slots of one request; omitted: no label. */
  readonly exclusionLabels?: readonly string[];
  /** True: may win several slots of one request. Omitted: one. */
  readonly duplicatesAllowed?: boolean;
  /** Omitted: `none`. Without effect for a booking with method `fill`. */
  readonly roadblock?: RoadblockMode;
  /** Third-party trackers in addition to those of its creatives; omitted: none. */
  readonly trackers?: DisplayTrackers;
  /** At most one per scope and subject; omitted: no cap. */
  readonly caps?: readonly FrequencyCap[];
  /** Left out: `share`. */
  readonly delivery?: BookingDelivery;
  /** Part of a screen loop; omitted: a share of the rest. */
  readonly loop?: BookedLoop;
  /** CPM in this currency; null: sold by another price model. */
  readonly cpm: MoneyMicros | null;
  readonly ads: readonly AdRow[];
};

/**
 * Delivery method: `share` is drawn by weight; `fill` delivers only if no other booking is eligible; `share_of_voice`
 * receives exactly its part of the eligible requests; `even` and `asap` claim the requests that their goal needs.
 * Source: product decisions 5.3.
 */
export type BookingDelivery = (
  | { readonly method: 'share' | 'fill'; readonly goal?: DeliveryGoal }
  | {
      readonly method: 'share_of_voice';
      /** 1 to 10,000. */
      readonly basisPoints: number;
    }
  | { readonly method: 'even' | 'asap'; readonly goal: DeliveryGoal }
) & {
  /** Its own budget or that of its campaign limits its spend. The pacing plan has the remaining events. */
  readonly hasBudget?: true;
};

/** Number of events, or micro-units of money for `spend`, after which the booking stops. */
export type DeliveryGoal = {
  readonly kind: EventGoalKind | 'spend';
  readonly total: number;
};

/** Plays per loop, or a part of all plays. Neither: a share of the rest. */
export type BookedLoop = {
  readonly playsPerLoop?: number;
  /** 1 to 10,000. */
  readonly basisPoints?: number;
  /** Minimum number of plays of other bookings between two of its own; omitted: 0. */
  readonly minGap?: number;
  /** Only with `playsPerLoop`: it plays on all screens of a store at the same time, or on none. Omitted: no. */
  readonly wholeStore?: true;
};

/**
 * Limit of impressions in one request, an hour (UTC), a local day, or the lifetime of the booking. Source:
 * docs/decisions/0125-cap-subjects.md.
 */
export type FrequencyCap = {
  readonly scope: CapScope;
  readonly most: number;
  /** Counted subject; omitted: a viewer. Ignored for the scope of a request. */
  readonly per?: CapSubject;
  /** Behavior if the request does not identify the subject; omitted: the booking is not shown. */
  readonly whenUnknown?: 'serve' | 'skip';
};

/** One creative in one booking. */
export type AdRow = {
  readonly id: AdId;
  readonly creativeId: CreativeId;
  /** Rotation weight, a positive integer. */
  readonly weight: number;
  readonly startMs: number | null;
  readonly endMs: number | null;
};

/** A file to display. `widths`: available widths, rising, including its own. Omitted: only its own. */
export type CreativeFile = {
  readonly path: string;
  readonly mime: string;
  readonly bytes?: number;
  readonly widths?: readonly number[];
  /** SHA-256 of the content in hex; omitted: as in the path. */
  readonly sha256?: string;
};

/** An image in a field of a creative. Sizes in pixels. */
export type CreativeImage = CreativeFile & { readonly width: number | null; readonly height: number | null };

/** A creative. A snapshot only contains creatives in state `approved`. */
export type CreativeRow = {
  readonly id: CreativeId;
  readonly name: string;
  readonly kind: 'image' | 'html' | 'html5' | 'native' | 'advar' | 'video' | 'audio' | 'vast' | 'product';
  readonly formatId: FormatId;
  readonly brandId: BrandId;
  /** Pixels; null: neither the format nor the file defines it. */
  readonly width: number | null;
  readonly height: number | null;
  /** Markup of kind html. */
  readonly html: string | null;
  /**
   * Kind image: the path of the file below the delivery address, such as `media/<sha256>/banner.png`, and its size.
   * Kind html5: the page, such as `html5/<sha256>/index.html`, below the creative origin.
   */
  readonly file: CreativeFile | null;
  readonly clickUrl: string | null;
  readonly altText: string | null;
  /** Domains of the brand, else of the media partner. Bids declare them as advertiser domains. */
  readonly domains: readonly string[];
  readonly updatedAtMs: number;
  /** For kinds video, audio and vast; omitted for others. */
  readonly video?: VideoCreative;
  /** For kinds native, advar and product: texts, numbers and images by field; omitted for others. */
  readonly fields?: FieldValues;
  readonly images?: Readonly<Record<string, CreativeImage>>;
  /** Third-party trackers of kinds without `video`; omitted: none. */
  readonly trackers?: DisplayTrackers;
  /** Whether conversions are attributed to its ads: its brand has a conversion action. Omitted: no. */
  readonly tracksConversions?: true;
  /** Path of a poster frame of its uploaded video; omitted: none. */
  readonly poster?: string;
};
