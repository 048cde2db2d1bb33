import type { DictionaryEntries } from '../../targeting/targeting-dictionary.ts';
import type { BookingId, FormatId } from '../../vocabulary/ids.ts';
import { applyChanges } from '../apply-changes.ts';
import type { OpenNode } from '../inventory-nodes.ts';
import { createSnapshot, type OpenSnapshot } from '../open-snapshot.ts';
import type { ChangedRows } from '../snapshot-changes.ts';
import type { NotedProblem } from '../snapshot-problems.ts';
import { type ImageColumns, nodeKinds } from './image-columns.ts';
import { createImageSource } from './image-source.ts';
import type { DecodeText } from './value-table.ts';

/** A verified image. */
export type SnapshotImage = {
  readonly revision: number;
  readonly builtAtMs: number;
  readonly columns: ImageColumns;
  /** Rows of the inventory in batches. */
  readonly inventory: Iterable<ChangedRows>;
  /** In batches, in order. */
  readonly dictionary: Iterable<DictionaryEntries>;
  readonly problems: Iterable<readonly NotedProblem[]>;
  readonly decode: DecodeText;
};

/** Nodes and groups per step, and idle bookings: about a millisecond. */
const itemsPerStep = 1_000;

/**
 * Opens a snapshot on an image, equal to one built from the same rows. Yields after each step of about a millisecond.
 */
export function* openImage(image: SnapshotImage): Generator<void, OpenSnapshot> {
  const { columns, revision, builtAtMs } = image;
  const snapshot = createSnapshot(revision, builtAtMs);
  const { workshop } = snapshot;
  for (const upserted of image.inventory) {
    applyChanges(snapshot, { revision, builtAtMs, upserted, removed: {} });
    yield;
  }
  // Problems of inventory are found again. Those of bookings are not.
  for (const problems of image.problems) {
    for (const { kind, id, message, owner } of problems) {
      if (kind === 'booking' || kind === 'ad' || kind === 'creative') workshop.problems.note(kind, id, message, owner);
    }
    yield;
  }
  for (const entries of image.dictionary) {
    workshop.compiler.restore(entries);
    yield;
  }
  workshop.compiler.adoptProgram(columns.program);
  const nodes: OpenNode[] = [];
  const source = createImageSource(columns, nodes, image.decode);
  snapshot.candidates.setBase(source.candidates);
  snapshot.bookingById.setBase(source.bookings);
  snapshot.creativeById.setBase(source.creatives);
  for (let index = 0; index < columns.nodeIds.length; index += 1) {
    const kind = nodeKinds[columns.nodeKindIndexes[index] as number] as (typeof nodeKinds)[number];
    const node = workshop.nodes.nodeOf(kind, columns.nodeIds[index] as number);
    nodes.push(node);
    const idle = columns.idleIds.subarray(columns.idleStarts[index], columns.idleStarts[index + 1]);
    for (const id of idle) node.idle.push(id as BookingId);
    if (index % itemsPerStep === 0 || idle.length > itemsPerStep) yield;
  }
  for (let index = 0; index < columns.groupNodes.length; index += 1) {
    const node = nodes[columns.groupNodes[index] as number] as OpenNode;
    const formatId = columns.formatIds[columns.groupFormats[index] as number] as FormatId;
    const group = workshop.nodes.groupOf(node, formatId);
    for (const [offset, list] of [group.candidates, group.claims, group.fill].entries()) {
      const at = index * listsPerGroup + offset;
      list.adopt(columns.lists.subarray(columns.listStarts[at], columns.listStarts[at + 1]));
    }
    group.version += 1;
    if (index % itemsPerStep === 0) yield;
  }
  const { length } = columns.bookingIds;
  snapshot.bookingSlots = length;
  snapshot.plannedBookings = columns.planned;
  workshop.nodes.highestId = columns.bookingIds[length - 1] ?? 0;
  return snapshot;
}

const listsPerGroup = 3;
