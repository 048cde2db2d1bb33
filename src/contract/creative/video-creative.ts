import { z } from 'zod';
import { isDisplayTrackerEvent } from '../../core/creative/display-trackers.ts';
import { addressPattern } from '../../core/vocabulary/address.ts';
import { maxUrlLength } from '../../core/vocabulary/limits/api-limits.ts';
import {
  maxAddressesPerEvent,
  maxCompanions,
  maxMediaFiles,
  maxVideoCreativeLength,
} from '../../core/vocabulary/limits/creative-limits.ts';
import { videoEvents } from '../../core/vocabulary/video-events.ts';
import { lineOfText } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Longest duration in milliseconds that VAST can express: 1 ms less than a day. */
const longestMs = 86_399_999;
const maxPixels = 16_384;
const maxKbps = 1_000_000;

/** URL that a player calls. It may contain VAST macros such as `[CACHEBUSTING]`. Source: VAST 4.2, 6. */
const address = z
  .string()
  .max(maxUrlLength, { error: fieldMessage('maxCharacters', { count: maxUrlLength }) })
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: fieldMessage('noControl') })
  .regex(addressPattern, { error: fieldMessage('httpUrlNoSpaces') });
const addresses = z
  .array(address)
  .max(maxAddressesPerEvent, { error: fieldMessage('maxEntries', { count: maxAddressesPerEvent }) });
const mime = z
  .string()
  .max(100)
  .regex(/^[\w.+-]+\/[\w.+-]+$/, { error: fieldMessage('mediaType') });

const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);
const code = (max: number) => nullable(lineOfText(max));
const integer = (least: number, most: number) => {
  const error = fieldMessage('integerRange', { min: least, max: most });
  return z.int({ error }).min(least, { error }).max(most, { error });
};
const bitrate = integer(1, maxKbps);

/** A media file of a video or audio ad. Sizes are in pixels, 0 for audio. */
const noMediaFiles = fieldMessage('mediaEntries');

const mediaFileFields = {
  id: code(100),
  url: address.meta({ description: 'URL of the file', example: 'https://media.example/winter.mp4' }),
  delivery: z
    .enum(['progressive', 'streaming'])
    .default('progressive')
    .meta({ description: 'Delivery method: a file, or a stream such as HLS', example: 'progressive' }),
  mime: mime.meta({ description: 'Media type', example: 'video/mp4' }),
  width: integer(0, maxPixels).default(0).meta({ description: 'Width in pixels. 0 for audio.', example: 1280 }),
  height: integer(0, maxPixels).default(0).meta({ description: 'Height in pixels. 0 for audio.', example: 720 }),
  codec: code(100).meta({ description: 'Codec, as in RFC 6381', example: 'avc1.64001f' }),
  bitrate: nullable(
    z.union([
      bitrate,
      z.strictObject({ min: bitrate, max: bitrate }).refine(({ min, max }) => min <= max, {
        path: ['max'],
        error: fieldMessage('notBelow', { field: 'min' }),
      }),
    ]),
  ).meta({
    description: 'Bit rate in kbit/s: a number, or the minimum and maximum of an adaptive stream',
    example: 2500,
  }),
  bytes: nullable(integer(1, Number.MAX_SAFE_INTEGER)).meta({ description: 'File size in bytes', example: null }),
  scalable: nullable(z.boolean()).meta({ description: 'Whether the file may be scaled to other sizes', example: null }),
  keepAspectRatio: nullable(z.boolean()).meta({
    description: 'Whether scaling must keep the aspect ratio',
    example: null,
  }),
};

const mediaFile = z.strictObject(mediaFileFields, {
  error: ({ input }) => (input === undefined ? noMediaFiles : undefined),
});

const resource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('static'), url: address, mime }),
  z.strictObject({ kind: z.literal('iframe'), url: address }),
  z.strictObject({
    kind: z.literal('html'),
    html: z
      .string()
      .regex(/\S/, { error: fieldMessage('notEmpty') })
      .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noNul') }),
  }),
]);

const companion = z.strictObject({
  id: code(100),
  width: integer(1, maxPixels),
  height: integer(1, maxPixels),
  resource,
  slotId: code(100),
  rendering: nullable(z.enum(['default', 'end-card', 'concurrent'])),
  altText: code(255),
  clickThrough: nullable(address),
  clickTracking: addresses.default([]),
  creativeView: addresses.default([]),
});

const icon = z.strictObject({
  program: lineOfText(100),
  width: integer(1, maxPixels),
  height: integer(1, maxPixels),
  xPosition: z.union([integer(0, maxPixels), z.enum(['left', 'right'])]),
  yPosition: z.union([integer(0, maxPixels), z.enum(['top', 'bottom'])]),
  offsetMs: nullable(integer(0, longestMs)),
  durationMs: nullable(integer(1, longestMs)),
  resource,
  clickThrough: nullable(address),
  clickTracking: addresses.default([]),
  viewTracking: addresses.default([]),
});

const verification = z.strictObject({
  vendor: lineOfText(100),
  url: address,
  apiFramework: lineOfText(100).default('omid'),
  browserOptional: z.boolean().default(false),
  parameters: nullable(
    z
      .string()
      .regex(/\S/, { error: fieldMessage('notEmpty') })
      .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noNul') }),
  ),
  notExecuted: addresses.default([]),
});

const interactive = z.strictObject({
  url: address,
  mime: mime.default('text/html'),
  apiFramework: lineOfText(100).default('SIMID'),
  variableDuration: z.boolean().default(false),
});

const media = z
  .strictObject({
    durationMs: integer(1, longestMs).meta({ description: 'Duration in milliseconds', example: 15_000 }),
    skipAfterMs: nullable(integer(0, longestMs)).meta({
      description: 'Milliseconds after which a viewer may skip the ad. Null if it cannot be skipped.',
      example: 5_000,
    }),
    title: code(255).meta({ description: 'Title for players. Null: the name of the creative.', example: null }),
    description: code(255).meta({ description: 'Description for players', example: null }),
    advertiser: code(255).meta({ description: 'Advertiser name for players', example: 'Aurora' }),
    categories: z
      .array(z.strictObject({ authority: address, code: lineOfText(100) }))
      .max(maxAddressesPerEvent, { error: fieldMessage('maxEntries', { count: maxAddressesPerEvent }) })
      .default([])
      .meta({ description: 'Categories of the ad, each with the URL of its taxonomy and a code', example: [] }),
    universalAdId: nullable(z.strictObject({ registry: lineOfText(100), value: lineOfText(100) })).meta({
      description: 'ID in a registry of creatives, such as ad-id.org',
      example: null,
    }),
    files: z
      .tuple([mediaFile], mediaFile)
      .refine((files) => files.length <= maxMediaFiles, { error: fieldMessage('maxEntries', { count: maxMediaFiles }) })
      .meta({ description: 'Renditions of the same video in several sizes and types, best first' }),
    interactive: nullable(interactive).meta({
      description:
        'Interactive page over the video, such as SIMID, for players of VAST 4.0 and later. `variableDuration`: whether it may change the duration of the ad.',
      example: null,
    }),
  })
  .refine(({ skipAfterMs, durationMs }) => skipAfterMs === null || skipAfterMs < durationMs, {
    path: ['skipAfterMs'],
    error: fieldMessage('belowDuration'),
  });

const foreignVast = z.strictObject({
  url: address.meta({
    description: 'URL of the VAST document',
    example: 'https://other.example/vast?c=[CACHEBUSTING]',
  }),
  followAdditionalWrappers: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether the document may refer to a further wrapper', example: true }),
  allowMultipleAds: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the document may contain several ads', example: false }),
  fallbackOnNoAd: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether a player may use another ad if the document contains none', example: false }),
});

const eventNames = [
  'impression',
  'error',
  'click',
  'viewable',
  'notViewable',
  'viewUndetermined',
  ...videoEvents,
] as const;

const trackers = z.strictObject({
  ...(Object.fromEntries(eventNames.map((event) => [event, addresses.optional()])) as Record<
    (typeof eventNames)[number],
    z.ZodOptional<typeof addresses>
  >),
  progress: z
    .array(
      z.strictObject({
        at: z.union([z.strictObject({ ms: integer(0, longestMs) }), z.strictObject({ percent: integer(0, 100) })]),
        url: address,
      }),
    )
    .max(maxAddressesPerEvent, { error: fieldMessage('maxEntries', { count: maxAddressesPerEvent }) })
    .optional(),
});

/** Trackers of a booking, which apply to all its creatives. */
export const bookingTrackersSchema = z.strictObject({
  impression: addresses.optional(),
  viewable: addresses.optional(),
  click: addresses.optional(),
});

const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .max(maxCompanions, { error: fieldMessage('maxEntries', { count: maxCompanions }) })
    .default([]);

/**
 * Additional fields of creatives of kinds `video`, `audio` and `vast`; other kinds have some of the trackers. Source:
 * product decisions 3 and 9.
 */
export const videoFields = {
  media: nullable(media).meta({
    description:
      'For kinds `video` and `audio`: `durationMs`, `skipAfterMs`, information for players, and `files` with their URLs, best first',
    example: null,
  }),
  vast: nullable(foreignVast).meta({
    description: 'For kind `vast`: URL of another ad server’s VAST document, which is served in a wrapper',
    example: null,
  }),
  companions: listOf(companion).meta({ description: 'Companion banners next to the video', example: [] }),
  icons: listOf(icon).meta({ description: 'Icons over the video', example: [] }),
  verifications: listOf(verification).meta({ description: 'Measurement scripts, such as OMID', example: [] }),
  trackers: trackers.default({}).meta({
    description:
      "URLs of third parties by event. Players call those of kinds `video`, `audio` and `vast`. Creatives of other kinds have `impression`, `viewable` and `click`; their markup calls them if the viewer consents. Placard's own trackers are added automatically.",
    example: {},
  }),
};

type VideoFields = z.output<z.ZodObject<typeof videoFields>>;
type Issues = { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void };

/** Adds issues for rules that involve both the kind of a creative and its video fields. */
export function noteVideoIssues(creative: VideoFields & { readonly kind: string }, issues: Issues): void {
  const note = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message });
  const { kind, media: given, vast, companions, icons, verifications } = creative;
  const hasMedia = kind === 'video' || kind === 'audio';
  const isVideo = hasMedia || kind === 'vast';
  if (!hasMedia && given !== null) note('media', fieldMessage('onlyKinds', { kinds: 'video, audio' }));
  if (kind === 'vast' && vast === null) note('vast', fieldMessage('requiredForKind', { kind: 'vast' }));
  if (kind !== 'vast' && vast !== null) note('vast', fieldMessage('onlyKinds', { kinds: 'vast' }));
  const lists = { companions, icons, verifications };
  for (const [name, list] of Object.entries(lists)) {
    if (!isVideo && list.length > 0) note(name, fieldMessage('onlyKinds', { kinds: 'video, audio, vast' }));
  }
  for (const [event, list] of Object.entries(creative.trackers)) {
    if (isVideo || list === undefined || list.length === 0 || isDisplayTrackerEvent(event)) continue;
    const message = fieldMessage('onlyKinds', { kinds: 'video, audio, vast' });
    issues.addIssue({ code: 'custom', path: ['trackers', event], message });
  }
  if (kind === 'video' && given?.files.some(({ width, height }) => width === 0 || height === 0)) {
    note('media', 'every file of a video needs width and height');
  }
  if (isVideo && JSON.stringify({ given, vast, ...creative.trackers, ...lists }).length > maxVideoCreativeLength) {
    note('media', fieldMessage('videoTooLong', { count: maxVideoCreativeLength }));
  }
}
