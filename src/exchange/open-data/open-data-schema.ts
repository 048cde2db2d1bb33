/*
 * Open data: raw events, facts of requests and recorded decisions as Parquet files in the file store.
 *
 * - `open-data-schema.ts`: the columns. `open-data-names.ts`: names of files.
 * - `counted-schema.ts`, `counted-hours.ts`: counted events with the facts of their requests, one file per hour.
 * - `open-data-store.ts`, `open-data-files.ts`, `open-data-folder.ts`, `open-data-bucket.ts`: the files.
 * - `parquet-session.ts`: DuckDB, which reads and writes them in processes of its own.
 *
 * `worker/open-data` writes the files. See docs/internals/open-data.md.
 */

/** A column of open data. */
export type OpenDataColumn = {
  /** SQL type of DuckDB, of which Parquet types follow. */
  readonly type: string;
  /** Expression over the rows that an exporter reads, see `rowColumns`. */
  readonly from: string;
  /** Description in the guide. */
  readonly meaning: string;
};

/** A data set of open data: a folder with partitions by day and hour (UTC). */
export type OpenDataSet = {
  readonly folder: 'events' | 'requests' | 'decisions';
  /** Column of the time by which rows are partitioned. */
  readonly time: string;
  /** Columns that identify a row. A row that is stored twice has the same values. */
  readonly identity: readonly string[];
  /** Column with pseudonymous keys of people, which an erasure sets to null. null: there is none. */
  readonly keyColumn: 'shopper_key' | 'viewer_key' | null;
  /** Order of the rows in a compacted file. */
  readonly order: readonly string[];
  /** Fields of the rows that an exporter reads, as JSON, with their types. */
  readonly rowColumns: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, OpenDataColumn>>;
};

/**
 * Events: one row for each report of an event in the journal. Changes of this schema only add columns; other changes
 * need a new version. Source: docs/decisions/0208-open-data.md.
 */
export const eventSet = {
  folder: 'events',
  time: 'happened_at',
  identity: ['journal_segment', 'journal_offset'],
  keyColumn: 'shopper_key',
  order: ['booking_id', 'happened_at'],
  rowColumns: {
    eventId: 'VARCHAR',
    kind: 'VARCHAR',
    name: 'VARCHAR',
    filtered: 'VARCHAR',
    atMs: 'BIGINT',
    decidedAtMs: 'BIGINT',
    window: 'VARCHAR',
    adId: 'BIGINT',
    bookingId: 'BIGINT',
    creativeId: 'BIGINT',
    positionId: 'BIGINT',
    shopperKey: 'VARCHAR',
    localDay: 'DATE',
    segment: 'UUID',
    offset: 'BIGINT',
  },
  columns: {
    decision_id: {
      type: 'UUID',
      // IDs of another form are only written by tests and imports.
      from: `coalesce(try_cast(split_part("eventId", '.', 1) as uuid), cast(md5(split_part("eventId", '.', 1)) as uuid))`,
      meaning: 'Decision that selected the ad',
    },
    slot: {
      type: 'INTEGER',
      from: `coalesce(try_cast(split_part("eventId", '.', 2) as integer), 0)`,
      meaning: 'Index of the slot in its request, from 0',
    },
    event: {
      type: 'VARCHAR',
      from: 'coalesce("name", "kind")',
      meaning: 'Event: `impression`, `viewable`, `click`, a video event such as `firstQuartile`, or a custom name',
    },
    kind: { type: 'VARCHAR', from: '"kind"', meaning: '`impression`, `viewable`, `click`, `video` or `custom`' },
    happened_at: { type: 'TIMESTAMP', from: 'epoch_ms("atMs")', meaning: 'Time of the event (UTC)' },
    decided_at: { type: 'TIMESTAMP', from: 'epoch_ms("decidedAtMs")', meaning: 'Time of the decision (UTC)' },
    local_day: { type: 'DATE', from: '"localDay"', meaning: 'Day in the time zone of the publication' },
    event_window: {
      type: 'VARCHAR',
      from: `coalesce("window", 'display')`,
      meaning: 'How long events of the ad count: `display`, `video` or `screen`',
    },
    filter_reason: {
      type: 'VARCHAR',
      from: '"filtered"',
      meaning:
        'Why the report does not count: `bot`, `prefetch` or `expired`; null: it counts unless it is a repetition',
    },
    booking_id: { type: 'BIGINT', from: '"bookingId"', meaning: 'Booking' },
    ad_id: { type: 'BIGINT', from: '"adId"', meaning: 'Assignment of the creative to the booking' },
    creative_id: { type: 'BIGINT', from: '"creativeId"', meaning: 'Creative' },
    position_id: { type: 'BIGINT', from: '"positionId"', meaning: 'Position' },
    shopper_key: {
      type: 'VARCHAR',
      from: '"shopperKey"',
      meaning:
        'Key of the shopper in the month of the decision. Only for views and clicks of sponsored products with consent to attribution; null after an erasure',
    },
    journal_segment: { type: 'UUID', from: '"segment"', meaning: 'Journal segment of the report' },
    journal_offset: {
      type: 'BIGINT',
      from: '"offset"',
      meaning: 'Byte offset in the segment. With the segment, identifies the row',
    },
  },
} as const satisfies OpenDataSet;

/** Recorded decisions: one row for each slot. Source: docs/decisions/0085-recorded-decisions.md. */
export const decisionSet = {
  folder: 'decisions',
  time: 'decided_at',
  identity: ['source', 'source_index', 'slot'],
  keyColumn: null,
  order: ['position_id', 'decided_at'],
  rowColumns: {
    id: 'VARCHAR',
    slot: 'INTEGER',
    atMs: 'BIGINT',
    revision: 'BIGINT',
    positionId: 'BIGINT',
    isFurther: 'BOOLEAN',
    bookingId: 'BIGINT',
    adId: 'BIGINT',
    brandId: 'BIGINT',
    method: 'VARCHAR',
    consent: 'VARCHAR',
    facts: 'MAP(VARCHAR, VARCHAR[])',
    parameters: 'MAP(VARCHAR, VARCHAR[])',
    pageParts: 'VARCHAR[]',
    areas: 'VARCHAR[]',
    isComplete: 'BOOLEAN',
    source: 'VARCHAR',
    index: 'BIGINT',
  },
  columns: {
    decision_id: {
      type: 'UUID',
      from: 'cast("id" as uuid)',
      meaning: 'Decision; null: recorded without its ID, above 200 decisions per second and process',
    },
    slot: { type: 'INTEGER', from: '"slot"', meaning: 'Index of the slot in its request, from 0' },
    decided_at: { type: 'TIMESTAMP', from: 'epoch_ms("atMs")', meaning: 'Time of the decision (UTC)' },
    revision: { type: 'BIGINT', from: '"revision"', meaning: 'Revision of the configuration' },
    position_id: {
      type: 'BIGINT',
      from: '"positionId"',
      meaning: 'Position; null: no position has the requested name',
    },
    is_further: { type: 'BOOLEAN', from: '"isFurther"', meaning: 'A further ad of the previous slot' },
    booking_id: { type: 'BIGINT', from: '"bookingId"', meaning: 'Booking that won; null: no ad' },
    ad_id: { type: 'BIGINT', from: '"adId"', meaning: 'Assignment of its creative' },
    brand_id: { type: 'BIGINT', from: '"brandId"', meaning: 'Brand of its creative; null: unknown' },
    method: { type: 'VARCHAR', from: '"method"', meaning: 'How it won: `share`, `claim`, `fill` or `roadblock`' },
    consent: {
      type: 'VARCHAR',
      from: '"consent"',
      meaning: '`granted` or `denied`; null: unknown, or not needed by any booking',
    },
    facts: {
      type: 'MAP(VARCHAR, VARCHAR[])',
      from: '"facts"',
      meaning:
        'Values of the request by targeting fact, such as `country`, `device` or `segment`: those that a booking targets. Segments only with consent',
    },
    parameters: {
      type: 'MAP(VARCHAR, VARCHAR[])',
      from: '"parameters"',
      meaning: 'Key-values of the request that a booking targets, without identifiers',
    },
    page_parts: { type: 'VARCHAR[]', from: '"pageParts"', meaning: 'Targeted parts of page URLs that the page has' },
    geo_areas: { type: 'VARCHAR[]', from: '"areas"', meaning: 'Targeted areas that contain the viewer' },
    is_complete: { type: 'BOOLEAN', from: '"isComplete"', meaning: 'False: a part was not recorded' },
    source: { type: 'VARCHAR', from: '"source"', meaning: 'Host, process and file of the record' },
    source_index: {
      type: 'BIGINT',
      from: '"index"',
      meaning: 'Index of the request in the file. With source and slot, identifies the row',
    },
  },
} as const satisfies OpenDataSet;

/** Facts of requests: one row for each slot with an ad. Source: docs/decisions/0209-request-facts.md. */
export const requestSet = {
  folder: 'requests',
  time: 'decided_at',
  identity: ['decision_id', 'slot'],
  keyColumn: 'viewer_key',
  order: ['position_id', 'decided_at'],
  rowColumns: {
    id: 'UUID',
    slot: 'INTEGER',
    atMs: 'BIGINT',
    positionId: 'BIGINT',
    bookingId: 'BIGINT',
    consent: 'VARCHAR',
    country: 'VARCHAR',
    region: 'VARCHAR',
    device: 'VARCHAR',
    os: 'VARCHAR',
    browser: 'VARCHAR',
    language: 'VARCHAR',
    page: 'VARCHAR',
    keywords: 'VARCHAR[]',
    categories: 'VARCHAR[]',
    products: 'VARCHAR[]',
    segments: 'VARCHAR[]',
    parameters: 'MAP(VARCHAR, VARCHAR[])',
    viewerKey: 'VARCHAR',
  },
  columns: {
    decision_id: { type: 'UUID', from: '"id"', meaning: 'Decision, as in events' },
    slot: { type: 'INTEGER', from: '"slot"', meaning: 'Index of the slot in its request, as in events' },
    decided_at: { type: 'TIMESTAMP', from: 'epoch_ms("atMs")', meaning: 'Time of the decision (UTC)' },
    position_id: { type: 'BIGINT', from: '"positionId"', meaning: 'Position' },
    booking_id: { type: 'BIGINT', from: '"bookingId"', meaning: 'Booking that won' },
    consent: {
      type: 'VARCHAR',
      from: '"consent"',
      meaning: 'Consent to segments: `granted` or `denied`; null: unknown',
    },
    country: { type: 'VARCHAR', from: '"country"', meaning: 'Country code; null: unknown' },
    region: { type: 'VARCHAR', from: '"region"', meaning: 'Region code' },
    device: { type: 'VARCHAR', from: '"device"', meaning: '`phone`, `tablet`, `desktop`, `tv`, or as sent' },
    os: { type: 'VARCHAR', from: '"os"', meaning: 'Operating system' },
    browser: { type: 'VARCHAR', from: '"browser"', meaning: 'Browser without its version' },
    language: { type: 'VARCHAR', from: '"language"', meaning: 'Preferred language without its region' },
    page: { type: 'VARCHAR', from: '"page"', meaning: 'Page URL without query and fragment' },
    keywords: { type: 'VARCHAR[]', from: 'coalesce("keywords", [])', meaning: 'Searches, as sent (`kw`)' },
    categories: { type: 'VARCHAR[]', from: 'coalesce("categories", [])', meaning: 'Categories of the page (`pc`)' },
    products: { type: 'VARCHAR[]', from: 'coalesce("products", [])', meaning: 'Products of the page (`pd`)' },
    segments: {
      type: 'VARCHAR[]',
      from: 'coalesce("segments", [])',
      meaning: 'Audience segments. Empty without consent',
    },
    parameters: {
      type: 'MAP(VARCHAR, VARCHAR[])',
      from: '"parameters"',
      meaning: 'Key-values of the slot and the request, without identifiers, consent and coordinates',
    },
    viewer_key: {
      type: 'VARCHAR',
      from: '"viewerKey"',
      meaning:
        'Key of the viewer in the month of the decision (UTC). Only with consent to reach; null after an erasure',
    },
  },
} as const satisfies OpenDataSet;

export const openDataSets: readonly OpenDataSet[] = [eventSet, requestSet, decisionSet];
