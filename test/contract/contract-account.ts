import { videoCreative } from '../support/database/video-rows.ts';
import { bookingRow, creativeRow, snapshotRows } from '../support/server/test-delivery.ts';

/** Formats by code, with their sizes; `fluid` has none. */
const formats = [
  { id: 1, code: 'lb', width: 728, height: 90, mediaType: 'banner' },
  { id: 2, code: 'sky', width: 160, height: 600, mediaType: 'banner' },
  { id: 3, code: 'fluid', width: null, height: null, mediaType: 'banner' },
  { id: 4, code: 'native', width: null, height: null, mediaType: 'native' },
  { id: 5, code: 'stack', width: null, height: null, mediaType: 'stack' },
  { id: 6, code: 'preroll', width: 640, height: 360, mediaType: 'video' },
];

/** Positions by slot name. Each is booked with the creative of the same index below, except `_empty_-lb`. */
const slots = [
  { slotName: '_home_-lb', formatId: 1, creative: { altText: "It's an offer" } },
  {
    slotName: '_home__2-lb',
    formatId: 1,
    creative: {},
    booking: { cpm: null, externalId: 'ext-12', endMs: 1_900_000_000_000 },
  },
  { slotName: '_home_-sky', formatId: 2, creative: html('<script>document.write("[clickUrl]")</script>') },
  { slotName: '_app_-fluid', formatId: 3, creative: html('<p>no size</p>') },
  { slotName: '_home_-native', formatId: 4, creative: { width: 600, height: 400, altText: 'A native ad' } },
  { slotName: '_home_-stack', formatId: 5, creative: { width: 600, height: 400 } },
  { slotName: '_film_-preroll', formatId: 6, creative: videoFile('https://media.example/a.mp4') },
  { slotName: 'Encoded.Home-1-lb', formatId: 1, creative: {} },
] as const;

export const bookedSlots = slots.map(({ slotName }) => slotName);
export const emptySlot = '_empty_-lb';
/** Clock of the decisions in these tests, within the dates of every booking. */
export const contractNowMs = 1_795_000_000_000;

/**
 * Returns rows with every kind of ad, with a change applied to all bookings. IDs count from the indexes: position 10,
 * booking 60, ad 1000, creative 70.
 */
export function contractRows(change: Parameters<typeof bookingRow>[0] = {}) {
  const positions = [...slots, { slotName: emptySlot, formatId: 1 }].map(({ slotName, formatId }, index) => ({
    id: 10 + index,
    locationId: 1,
    formatId,
    slotName,
  }));
  const bookings = slots.map((slot, index) =>
    bookingRow(
      {
        id: 60 + index,
        inventory: { positionIds: [10 + index], locationIds: [], publicationIds: [], publisherIds: [] },
        cpm: { micros: 2_500_000, currency: 'EUR' },
        ...('booking' in slot ? slot.booking : {}),
        ...change,
      },
      { id: 1_000 + index, creativeId: 70 + index },
    ),
  );
  const creatives = slots.map(({ formatId, creative }, index) =>
    creativeRow({ id: 70 + index, formatId, ...creative }),
  );
  return snapshotRows({ formats, positions, bookings, creatives });
}

function html(markup: string) {
  return { kind: 'html', html: markup, file: null, width: null, height: null };
}

function videoFile(url: string) {
  const [file] = videoCreative().media?.files ?? [];
  const files = file === undefined ? [] : [{ ...file, url }];
  return { kind: 'video', file: null, width: 640, height: 360, video: videoCreative({}, { files: files as never }) };
}
