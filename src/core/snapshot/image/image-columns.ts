/*
 * The image of a snapshot: a base as typed arrays, read from a file without parsing.
 *
 * - `image-columns.ts`: names and types of the arrays.
 * - `image-builder.ts`, `growing-column.ts`, `value-table.ts`: from rows to an image, batch by batch.
 * - `image-source.ts`: bookings, candidates and creatives of an image, decoded on access.
 * - `open-image.ts`: a snapshot on an image.
 *
 * An image never changes. `LayeredMap` and `OpenCandidateList` hold the changes above it. The file format is in
 * `exchange/snapshot/image`. See docs/internals/snapshot.md.
 */

import { ruleGroups } from '../../decision/eligible.ts';
import { draftRecordWords } from '../../decision/tables/draft-record.ts';
import { signatureLayout } from '../../targeting/signature.ts';
import { nodeOperations } from '../../targeting/targeting-index.ts';

/**
 * Arrays of an image. B bookings, A ads, C candidates, R creatives, N inventory nodes, G groups. An array of `starts`
 * has one entry more than its rows: the values of row r are at `starts[r]` (inclusive) to `starts[r + 1]` (exclusive).
 */
export const imageColumns = {
  /** B, rising. */
  bookingIds: 'f64',
  /** B: value of type, lifecycle, paused, held, duplicatesAllowed, roadblock and trackers. Values are indexes in a value table. */
  statuses: 'u32',
  activeDays: 'u32',
  dayParts: 'u32',
  labels: 'u32',
  caps: 'u32',
  deliveries: 'u32',
  loops: 'u32',
  prices: 'u32',
  /** B: details, in a second table because most are different. */
  campaigns: 'u32',
  externalIds: 'u32',
  startMs: 'f64',
  /** B: infinity is an open end. */
  endMs: 'f64',
  priorities: 'u8',
  adCounts: 'u32',
  /** B: 1 if a plan determines its claim (`even`, `asap`). */
  planned: 'u8',
  /** B: offset of its tree; 2^32 - 1: none. */
  targetingAt: 'u32',
  adStarts: 'u32',
  /** A. Infinities are open starts and ends. */
  adIds: 'f64',
  adWeights: 'f64',
  adStartMs: 'f64',
  adEndMs: 'f64',
  /** A: index of the creative. */
  adCreatives: 'u32',
  namedStarts: 'u32',
  /** Indexes of nodes. `notCovering` is added for nodes whose groups do not contain the booking. */
  namedNodes: 'u32',
  candidateStarts: 'u32',
  /** C: index of the booking, and of the format in `formatIds`. */
  candidateBookings: 'u32',
  candidateFormats: 'u32',
  /** C records of `draftRecordWords` words; see `decision/tables/draft-record.ts`. */
  records: 'u32',
  formatIds: 'f64',
  /** R, rising. */
  creativeIds: 'f64',
  creativeFormats: 'f64',
  creativeBrands: 'f64',
  /** R: 1 if it needs the MRAID container of an app. */
  creativeContainers: 'u8',
  /** Offsets in `creativeTexts`, UTF-8. */
  creativeTextStarts: 'f64',
  creativeTexts: 'u8',
  /** N: index in `nodeKinds`, and the ID of the inventory object. */
  nodeKindIndexes: 'u8',
  nodeIds: 'f64',
  idleStarts: 'u32',
  idleIds: 'f64',
  /** G. */
  groupNodes: 'u32',
  groupFormats: 'u32',
  /** Three lists per group: candidates, claims, fill. */
  listStarts: 'u32',
  /** Numbers of candidates. */
  lists: 'u32',
  /** Compiled targeting. */
  program: 'u32',
  /** Offsets in the texts of each table, JSON in UTF-8. */
  valueStarts: 'u32',
  valueTexts: 'u8',
  detailStarts: 'u32',
  detailTexts: 'u8',
} as const;

export type ImageColumn = keyof typeof imageColumns;
type ArrayOf = { readonly f64: Float64Array; readonly u32: Uint32Array; readonly u8: Uint8Array };
export type ImageColumns = { readonly [Name in ImageColumn]: ArrayOf[(typeof imageColumns)[Name]] };

/** Names of columns of one type. */
export type ColumnsOf<Kind extends keyof ArrayOf> = {
  [Name in ImageColumn]: (typeof imageColumns)[Name] extends Kind ? Name : never;
}[ImageColumn];

/** Added to an index in `namedNodes`. */
export const notCovering = 2 ** 31;

export const nodeKinds = ['position', 'location', 'publication', 'publisher'] as const;

/** A column without a value. */
export const noOffset = 2 ** 32 - 1;

/**
 * Describes everything that gives the numbers in an image their meaning. An image of another layout cannot be used.
 */
export const imageLayout = JSON.stringify({
  columns: imageColumns,
  rules: ruleGroups.map((group) => group.map(({ reason }) => reason)),
  nodeOperations,
  draftRecordWords,
  signatureLayout,
});
