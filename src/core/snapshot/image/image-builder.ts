import { draftRecordOf } from '../../decision/tables/draft-record.ts';
import { isPacedShare } from '../../decision/tables/group-draft.ts';
import { awaitsPlan } from '../../pacing/delivery-state.ts';
import type { DictionaryEntries } from '../../targeting/targeting-dictionary.ts';
import { joinBooking, usableBookings } from '../apply-bookings.ts';
import { applyChanges } from '../apply-changes.ts';
import { addToPositions } from '../bookings-of-positions.ts';
import type { OpenNode } from '../inventory-nodes.ts';
import { createSnapshot } from '../open-snapshot.ts';
import { type PackedCreative, packCreative } from '../packed-creative.ts';
import { distinctRows } from '../row-faults.ts';
import type { Candidate, HeldBooking, SnapshotAd, SnapshotBooking } from '../snapshot.ts';
import type { ChangedRows } from '../snapshot-changes.ts';
import type { NotedProblem } from '../snapshot-problems.ts';
import { createGrowingColumns, type GrowingColumn } from './growing-column.ts';
import { type ImageColumn, nodeKinds, noOffset, notCovering } from './image-columns.ts';
import { type EncodeText, ValueTableBuilder } from './value-table.ts';

/** The rows cannot be an image: they are not in the order of a file. */
export class ImageOrderError extends Error {}

/** An image apart from the texts of its creatives. */
export type ImageParts = {
  /** Returns the values of a column in pieces. */
  readonly piecesOf: (
    column: Exclude<ImageColumn, 'creativeTexts'>,
  ) => Iterable<Float64Array | Uint32Array | Uint8Array>;
  readonly dictionary: DictionaryEntries;
  readonly problems: readonly NotedProblem[];
};

/**
 * Builds the image of a snapshot. Rows are joined as in `applyChanges` and not retained. Its memory is that of the
 * columns.
 */
export class ImageBuilder {
  readonly #snapshot = createSnapshot(0, 0);
  readonly #columns = createGrowingColumns();
  readonly #encode: EncodeText;
  readonly #writeText: (bytes: Uint8Array) => void;
  readonly #values: ValueTableBuilder;
  readonly #details: ValueTableBuilder;
  readonly #formatIndexes = new Map<number, number>();
  readonly #nodeIndexes = new Map<OpenNode, number>();
  #textLength = 0;
  #areCreativesComplete = false;

  /** @param writeText receives the text of each creative */
  constructor(encode: EncodeText, writeText: (bytes: Uint8Array) => void) {
    this.#encode = encode;
    this.#writeText = writeText;
    this.#values = new ValueTableBuilder(encode);
    this.#details = new ValueTableBuilder(encode);
    for (const starts of ['adStarts', 'namedStarts', 'candidateStarts', 'creativeTextStarts'] as const) {
      this.#columns[starts].push(0);
    }
  }

  /** Adds rows in the order of `rowKinds`, each kind in ascending order of ID. Throws `ImageOrderError`. */
  add({ creatives, bookings, ...inventory }: ChangedRows): void {
    if (![creatives, bookings, ...Object.values(inventory)].every((rows) => Array.isArray(rows ?? []))) {
      throw new ImageOrderError('Rows are not a list');
    }
    if (this.#areCreativesComplete && bookings === undefined) throw new ImageOrderError('Bookings are not last');
    if (creatives !== undefined) this.#addCreatives(creatives);
    else if (bookings !== undefined) this.#addBookings(bookings);
    else applyChanges(this.#snapshot, { revision: 0, builtAtMs: 0, upserted: inventory, removed: {} });
  }

  finish(): ImageParts {
    this.#addGroups();
    const { compiler, problems } = this.#snapshot.workshop;
    return {
      piecesOf: (column) => this.#piecesOf(column),
      dictionary: compiler.dictionary(),
      problems: problems.noted(),
    };
  }

  #addCreatives(rows: NonNullable<ChangedRows['creatives']>): void {
    const columns = this.#columns;
    for (const row of distinctRows('creative', rows, this.#snapshot.workshop.problems)) {
      const { id, formatId, brandId, needsContainer, text } = packCreative(row);
      requireRising(columns.creativeIds, id);
      const bytes = this.#encode(text);
      this.#writeText(bytes);
      this.#textLength += bytes.length;
      columns.creativeIds.push(id);
      columns.creativeFormats.push(formatId);
      columns.creativeBrands.push(brandId);
      columns.creativeContainers.push(needsContainer ? 1 : 0);
      columns.creativeTextStarts.push(this.#textLength);
    }
  }

  #addBookings(bookings: NonNullable<ChangedRows['bookings']>): void {
    if (!this.#areCreativesComplete) this.#completeCreatives();
    for (const row of usableBookings(this.#snapshot, { bookings })) {
      this.#addBooking(joinBooking(this.#snapshot, row, this.#columns.bookingIds.length, -1));
    }
  }

  /** Bookings need only the formats and indexes of their creatives. The index is stored as the brand. */
  #completeCreatives(): void {
    this.#areCreativesComplete = true;
    const formatIds = this.#columns.creativeFormats.joined();
    const ids = this.#columns.creativeIds.joined();
    const containers = this.#columns.creativeContainers.joined();
    const at = (index: number) => ({
      id: ids[index],
      formatId: formatIds[index],
      brandId: index,
      needsContainer: containers[index] === 1,
      text: '',
    });
    this.#snapshot.creativeById.setBase({ ids, at: (index) => at(index) as unknown as PackedCreative });
  }

  #addBooking(booking: SnapshotBooking): void {
    requireRising(this.#columns.bookingIds, booking.row.id);
    const { activeDays, dayParts } = this.#addRow(booking.row);
    const { targetingAt, ads } = booking;
    this.#columns.targetingAt.push(targetingAt === -1 ? noOffset : targetingAt);
    for (const ad of ads) this.#addAd(ad);
    this.#columns.adStarts.push(this.#columns.adIds.length);
    this.#addNodes(booking);
    for (const candidate of booking.candidates) this.#addCandidate(candidate, activeDays, dayParts);
    this.#columns.candidateStarts.push(this.#columns.candidateBookings.length);
    addToPositions(this.#snapshot.workshop.nodes, booking);
  }

  /** Returns the indexes of its days and dayparts. */
  #addRow(row: HeldBooking): { readonly activeDays: number; readonly dayParts: number } {
    const columns = this.#columns;
    const values = this.#values;
    const { name, type, delivering, advertiserId } = row.campaign;
    const [activeDays, dayParts] = [values.indexOf(row.activeDays), values.indexOf(row.dayParts)];
    columns.bookingIds.push(row.id);
    columns.statuses.push(
      values.indexOf([
        row.type,
        row.lifecycle,
        row.paused,
        row.held,
        row.duplicatesAllowed,
        row.roadblock,
        ...(row.trackers === null ? [] : [row.trackers]),
      ]),
    );
    columns.activeDays.push(activeDays);
    columns.dayParts.push(dayParts);
    columns.labels.push(values.indexOf(row.exclusionLabels));
    columns.caps.push(values.indexOf(row.caps));
    columns.deliveries.push(values.indexOf(row.delivery));
    columns.loops.push(values.indexOf(row.loop));
    columns.prices.push(values.indexOf(row.cpm));
    columns.campaigns.push(this.#details.indexOf([row.campaignId, name, type, delivering, advertiserId]));
    columns.externalIds.push(this.#details.indexOf(row.externalId));
    columns.startMs.push(row.startMs);
    columns.endMs.push(row.endMs ?? Number.POSITIVE_INFINITY);
    columns.priorities.push(row.priority);
    columns.adCounts.push(row.adCount);
    columns.planned.push(awaitsPlan(row.delivery) ? 1 : 0);
    return { activeDays, dayParts };
  }

  #addAd({ id, weight, startMs, endMs, creative }: SnapshotAd): void {
    this.#columns.adIds.push(id);
    this.#columns.adWeights.push(weight);
    this.#columns.adStartMs.push(startMs ?? Number.NEGATIVE_INFINITY);
    this.#columns.adEndMs.push(endMs ?? Number.POSITIVE_INFINITY);
    this.#columns.adCreatives.push(creative.brandId);
  }

  #addNodes({ named, nodes }: SnapshotBooking): void {
    const covering = new Set(nodes);
    for (const node of named as readonly OpenNode[]) {
      this.#columns.namedNodes.push(this.#indexOfNode(node) + (covering.delete(node) ? 0 : notCovering));
    }
    this.#columns.namedStarts.push(this.#columns.namedNodes.length);
  }

  #addCandidate(candidate: Candidate, activeDays: number, dayParts: number): void {
    const columns = this.#columns;
    (candidate as { candidateNumber: number }).candidateNumber = columns.candidateBookings.length;
    columns.candidateBookings.push(candidate.bookingIndex);
    columns.candidateFormats.push(this.#indexOfFormat(candidate.formatId));
    const { targeting } = this.#snapshot;
    const isPaced = isPacedShare(candidate);
    columns.records.pushAll(draftRecordOf({ candidate, targeting, isPaced, activeDays, dayParts }));
  }

  #indexOfFormat(id: number): number {
    const known = this.#formatIndexes.get(id);
    if (known !== undefined) return known;
    this.#formatIndexes.set(id, this.#formatIndexes.size);
    this.#columns.formatIds.push(id);
    return this.#formatIndexes.size - 1;
  }

  #indexOfNode(node: OpenNode): number {
    const known = this.#nodeIndexes.get(node);
    if (known !== undefined) return known;
    this.#nodeIndexes.set(node, this.#nodeIndexes.size);
    this.#columns.nodeKindIndexes.push(nodeKinds.indexOf(node.kind));
    this.#columns.nodeIds.push(node.id);
    return this.#nodeIndexes.size - 1;
  }

  /** Writes the groups of all nodes that bookings name. Others have no bookings. */
  #addGroups(): void {
    const columns = this.#columns;
    columns.idleStarts.push(0);
    columns.listStarts.push(0);
    for (const [node, nodeIndex] of this.#nodeIndexes) {
      columns.idleIds.pushAll(node.idle);
      columns.idleStarts.push(columns.idleIds.length);
      for (const { formatId, candidates, claims, fill } of node.groupByFormat.values()) {
        columns.groupNodes.push(nodeIndex);
        columns.groupFormats.push(this.#indexOfFormat(formatId));
        for (const list of [candidates, claims, fill]) {
          columns.lists.pushAll(list.numbers.subarray(0, list.length));
          columns.listStarts.push(columns.lists.length);
        }
      }
    }
  }

  #piecesOf(column: Exclude<ImageColumn, 'creativeTexts'>): Iterable<Float64Array | Uint32Array | Uint8Array> {
    const { program, programLength } = this.#snapshot.targeting;
    switch (column) {
      case 'program':
        return [new Uint32Array(program.buffer, program.byteOffset, programLength)];
      case 'valueStarts':
        return this.#values.starts.pieces();
      case 'valueTexts':
        return this.#values.texts.pieces();
      case 'detailStarts':
        return this.#details.starts.pieces();
      case 'detailTexts':
        return this.#details.texts.pieces();
      default:
        return this.#columns[column].pieces();
    }
  }
}

function requireRising(ids: GrowingColumn<Float64Array>, id: number): void {
  if (id <= (ids.last ?? 0)) throw new ImageOrderError(`ID ${id} does not follow ${ids.last}`);
}
