import { randomBytes } from 'node:crypto';
import { packCreative } from '../../../core/snapshot/packed-creative.ts';
import type { HeldBooking, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { FormatRow } from '../../../core/snapshot/snapshot-rows.ts';
import { noScreenFacts } from '../../../core/targeting/value-facts.ts';
import { localClock } from '../../../core/time/local-time.ts';
import type {
  AdId,
  BookingId,
  CampaignId,
  LocationId,
  MediaPartnerId,
  PositionId,
  PublicationId,
  PublisherId,
} from '../../../core/vocabulary/ids.ts';
import type { Preview } from '../../../exchange/previews/preview-folder.ts';
import { decisionIdBytes } from '../../../platform/keys/decision-ids.ts';
import { type AdTemplates, createAdTemplates } from '../../answer/ad-templates.ts';
import type { PlayerSupport } from '../../answer/player-support.ts';
import type { JsonAd } from '../../answer/present-json.ts';
import { type EventTokens, previewAdId } from '../../answer/signed-address/event-token.ts';
import { type MacroSettings, writeAd } from '../../answer/write-ad.ts';
import { noParameters } from '../../request/request-parameters.ts';

/** An ad for a preview. It counts nothing. */
export type PreviewAd = JsonAd & { readonly preview: true };

/** @param position position of the preview, null if there is none */
export type WritePreview = (
  preview: Preview,
  position: SnapshotPosition | null,
  video: PlayerSupport,
) => PreviewAd | null;

/** Writes previews like ads, with URLs that are valid and count nothing. Source: wire-protocol 5.4. */
export function createWritePreview(options: {
  readonly deliveryUrl: string;
  readonly creativeOrigin: string | null;
  readonly tokens: EventTokens;
  readonly macroSettings: MacroSettings;
  readonly now: () => number;
}): WritePreview {
  const { deliveryUrl, creativeOrigin, tokens, macroSettings, now } = options;
  const templates: AdTemplates = createAdTemplates({ deliveryUrl, creativeOrigin, onUnfit: () => undefined });
  return ({ creative, format }, position, video) => {
    const ad = {
      id: previewAdId as AdId,
      weight: 1,
      startMs: null,
      endMs: null,
      booking: noBooking,
      creative: packCreative(creative),
    };
    const previewPosition = position ?? nowhere(format);
    const request = {
      slots: [{ slotName: previewPosition.row.slotName, parameters: noParameters }],
      parameters: noParameters,
    };
    const asked = { request, decision: { id: randomBytes(decisionIdBytes), decidedAtMs: now() } };
    const text = writeAd(
      { templates, tokens, macroSettings, shopperKeys: null },
      { position: previewPosition, ad },
      asked,
      0,
      video,
    );
    return text === null ? null : { ...(JSON.parse(text) as JsonAd), preview: true };
  };
}

const none = 0;

/** Booking and campaign fields of an ad without a booking. */
const noBooking: HeldBooking = {
  id: none as BookingId,
  campaignId: none as CampaignId,
  externalId: null,
  type: 'display',
  lifecycle: 'approved',
  paused: false,
  held: false,
  campaign: { name: 'Preview', type: 'campaign', delivering: false, advertiserId: none as MediaPartnerId },
  startMs: 0,
  endMs: null,
  activeDays: [],
  dayParts: [],
  priority: 0,
  exclusionLabels: [],
  duplicatesAllowed: true,
  roadblock: 'none',
  trackers: null,
  caps: [],
  delivery: { method: 'share' },
  loop: null,
  cpm: null,
  adCount: 1,
};

const clock = localClock('UTC');

function nowhere(format: FormatRow): SnapshotPosition {
  const slotName = `preview-${format.code}`;
  return {
    row: { id: none as PositionId, locationId: none as LocationId, formatId: format.id, slotName },
    format,
    publication: { id: none as PublicationId, publisherId: none as PublisherId, timeZone: 'UTC' },
    isScreen: false,
    openingHours: [],
    floor: null,
    maxPerBrand: null,
    loop: null,
    clock,
    screenFacts: noScreenFacts,
    positionIndex: -1,
    nodes: [],
    groups: [],
  };
}
