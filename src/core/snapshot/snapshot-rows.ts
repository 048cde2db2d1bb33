import type { FieldValues, TemplateField } from '../creative/template-field.ts';
import type { EventGoalKind } from '../pricing/billable-events.ts';
import type { Targeting } from '../targeting/targeting.ts';
import type { DayPart } from '../time/day-part.ts';
import type { VideoCreative } from '../vast/video-creative.ts';
import type { CapScope, CapSubject } from '../words/cap-subjects.ts';
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
} from '../words/ids.ts';
import type { MoneyMicros } from '../words/money.ts';
import type { BookingType, CampaignType, Lifecycle, Weekday } from '../words/statuses.ts';

/**
 * Everything an ad request needs to know of one revision, as plain rows: what is written to a snapshot file and what
 * `buildSnapshot` turns into indexes. All instants are epoch milliseconds (UTC), intervals include their start and
 * exclude their end. JSON-safe: no Map, no undefined, no Date.
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
  /** IANA time zone that defines day and hour here. */
  readonly timeZone: string;
};

export type LocationRow = {
  readonly id: LocationId;
  readonly publicationId: PublicationId;
  readonly code: string;
  /** Said of a screen only. */
  readonly kind?: 'screen';
  /** Of a screen that has one. */
  readonly loop?: ScreenLoopRow;
  /** Of a screen, by the clock of the publication; left out: always open. */
  readonly openingHours?: readonly DayPart[];
};

/** The loop of a screen, and when somebody can see it. */
export type ScreenLoopRow = {
  readonly loopSeconds: number;
  /** At most `loopSeconds`. */
  readonly slotSeconds: number;
  /** By the clock of the publication; empty: always. */
  readonly openingHours: readonly DayPart[];
};

export type FormatRow = {
  readonly id: FormatId;
  readonly code: string;
  /** Pixels; null where the format has no fixed size. */
  readonly width: number | null;
  readonly height: number | null;
  readonly mediaType: 'banner' | 'video' | 'audio' | 'native' | 'stack';
  /** Screens fetch its materials ahead of the day; left out: they do not. */
  readonly inHeadsup?: boolean;
  /** What creatives of kinds native and advar fill in, and their markup; left out: nothing, and none. */
  readonly templateFields?: readonly TemplateField[];
  readonly templateHtml?: string;
};

export type PositionRow = {
  readonly id: PositionId;
  readonly locationId: LocationId;
  readonly formatId: FormatId;
  /** Location code + position code + '-' + format code: the key that clients send, compared exactly. */
  readonly slotName: string;
  /** No booking with one of these exclusion labels shows here; left out: none is blocked. */
  readonly blockedLabels?: readonly string[];
  /** Nothing below this price per thousand impressions shows here; left out: any price. */
  readonly floor?: MoneyMicros;
  /** Most ads that one answer has of it, 1 or more; left out: as many as it is asked for. */
  readonly maxAds?: number;
  /** Most of them that are of one brand, 1 or more; left out: any number. */
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
    /** False when the campaign itself is paused, held, cancelled or archived. */
    readonly delivering: boolean;
    readonly advertiserId: MediaPartnerId;
  };
  readonly startMs: number;
  /** null: open end. */
  readonly endMs: number | null;
  /** Local days in the publication's time zone; empty: every day. */
  readonly activeDays: readonly Weekday[];
  /** Local parts of a day, minutes from local midnight, start included, end (up to 1440) excluded; empty: all day. */
  readonly dayParts: readonly DayPart[];
  /** Where it may deliver; a wider node stands for every position below it, also later ones. */
  readonly inventory: {
    readonly positionIds: readonly PositionId[];
    readonly locationIds: readonly LocationId[];
    readonly publicationIds: readonly PublicationId[];
    readonly publisherIds: readonly PublisherId[];
  };
  /** 0 (highest) to 9. */
  readonly priority: number;
  /** Whom it is for; left out or null: everybody. */
  readonly targeting?: Targeting | null;
  /** No two bookings with a common label win slots of one request; left out: no label. */
  readonly exclusionLabels?: readonly string[];
  /** True: it may win several slots of one request. Left out: one. */
  readonly duplicatesAllowed?: boolean;
  /** At most one for each scope and whom it counts; left out: no cap. */
  readonly caps?: readonly FrequencyCap[];
  /** Left out: `share`. */
  readonly delivery?: BookingDelivery;
  /** What it has of the loop of a screen; left out: it shares what others leave. */
  readonly loop?: BookedLoop;
  /** Price per thousand impressions, when the booking is sold that way. */
  readonly cpm: MoneyMicros | null;
  readonly ads: readonly AdRow[];
};

/**
 * How a booking takes part: `share` draws by weight; `fill` only where nothing else is eligible; `share_of_voice` is given
 * its part of the eligible requests exactly; `even` and `asap` claim what their goal needs.
 * Source: product decisions 5.3.
 */
export type BookingDelivery =
  | { readonly method: 'share' | 'fill'; readonly goal?: DeliveryGoal }
  | {
      readonly method: 'share_of_voice';
      /** 1 to 10,000. */
      readonly basisPoints: number;
    }
  | { readonly method: 'even' | 'asap'; readonly goal: DeliveryGoal };

/** After how many events, or micro-units of money for `spend`, the booking has done its work. */
export type DeliveryGoal = {
  readonly kind: EventGoalKind | 'spend';
  readonly total: number;
};

/** So many plays of each loop, or a part of all plays; neither: a share of the rest. */
export type BookedLoop = {
  readonly playsPerLoop?: number;
  /** 1 to 10,000. */
  readonly basisPoints?: number;
  /** Least plays of others between two of its own; left out: 0. */
  readonly minGap?: number;
};

/**
 * How often somebody may see a booking: in one request, an hour (UTC), a local day, or the life of the booking.
 * Source: docs/decisions/0125-whom-caps-count.md.
 */
export type FrequencyCap = {
  readonly scope: CapScope;
  readonly most: number;
  /** Whom it counts; left out: a viewer. A cap of a request counts nobody. */
  readonly per?: CapSubject;
  /** What becomes of a request that does not say who that is; left out: the booking is not shown. */
  readonly whenUnknown?: 'serve' | 'skip';
};

/** One creative inside one booking. */
export type AdRow = {
  readonly id: AdId;
  readonly creativeId: CreativeId;
  /** Rotation weight, a positive integer. */
  readonly weight: number;
  readonly startMs: number | null;
  readonly endMs: number | null;
};

/** A file that is shown; `widths`: those in which it can be had, rising, its own among them. Left out: in its own alone. */
export type CreativeFile = {
  readonly path: string;
  readonly mime: string;
  readonly bytes?: number;
  readonly widths?: readonly number[];
  /** SHA-256 of its content, in hex; left out: the one in its path. */
  readonly sha256?: string;
};

/** An image in a field of a creative; sizes in pixels. */
export type CreativeImage = CreativeFile & { readonly width: number | null; readonly height: number | null };

/** Only creatives in state `approved` are in a snapshot. */
export type CreativeRow = {
  readonly id: CreativeId;
  readonly name: string;
  readonly kind: 'image' | 'html' | 'html5' | 'native' | 'advar' | 'video' | 'audio' | 'vast' | 'product';
  readonly formatId: FormatId;
  readonly brandId: BrandId;
  /** Pixels; null where neither the format nor the file says. */
  readonly width: number | null;
  readonly height: number | null;
  /** Markup of kind html. */
  readonly html: string | null;
  /**
   * File of kind image: path below the delivery address, such as `media/<sha256>/banner.png`, and its size. Of kind html5 the
   * page, such as `html5/<sha256>/index.html`, below the creative origin.
   */
  readonly file: CreativeFile | null;
  readonly clickUrl: string | null;
  readonly altText: string | null;
  /** Domains of the brand, else of the media partner: what a bid declares as its advertiser's domains. */
  readonly domains: readonly string[];
  readonly updatedAtMs: number;
  /** Of kinds video, audio and vast; left out for the others. */
  readonly video?: VideoCreative;
  /** Of kinds native, advar and product: texts and numbers, and images, by their field; left out for the others. */
  readonly fields?: FieldValues;
  readonly images?: Readonly<Record<string, CreativeImage>>;
  /** Path of a frame of its uploaded film; left out: there is none. */
  readonly poster?: string;
};
