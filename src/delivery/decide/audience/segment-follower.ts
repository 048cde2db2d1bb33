import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createMemberKeys } from '../../../exchange/audience/member-key.ts';
import type { SegmentFolder } from '../../../exchange/audience/segment-folder.ts';
import { findMember, hourOf, partOf, partsOfLayer, type SegmentPart } from '../../../exchange/audience/segment-part.ts';
import type { ForgottenViewer, LayerSegment, SegmentState } from '../../../exchange/audience/segment-pointer.ts';
import { createWake } from '../../../platform/process/wake.ts';
import type { DeliveryMetrics } from '../../delivery-metrics.ts';

const pollMs = 500;

/** Whose segments are asked for; read only where there are some. */
export type Visitor = {
  /** As `memberIdentifier` makes them. */
  identifiers(): readonly string[];
  /** Of the page or app that asks; undefined: nobody said. */
  host(): string | undefined;
};

/** Who is in which segment, for the requests of one process. */
export type Audience = {
  /** Codes of the segments in which somebody is by any of their identifiers. */
  segmentsOf(visitor: Visitor): readonly string[];
};

export type SegmentFollower = Audience & {
  /** Of the state that serves; 0: none. */
  sequence(): number;
  close(): Promise<void>;
};

/** Nobody is in any segment. */
export const noAudience: Audience = { segmentsOf: () => [] };

type HeldLayer = { readonly segments: readonly LayerSegment[]; readonly parts: readonly (SegmentPart | null)[] };
type Held = { readonly state: SegmentState; readonly layers: readonly HeldLayer[] };

/**
 * Follows the folder of segments. New parts are read in slices between requests, beside those that serve, and swapped in all at
 * once; what cannot be read is not, and those before go on. Source: docs/decisions/0110-audience-segments.md.
 */
export function startSegmentFollower(options: {
  readonly folder: SegmentFolder;
  /** Of members, as `deriveKey` gives it. */
  readonly key: Uint8Array;
  readonly log: Logger;
  readonly metrics: Pick<DeliveryMetrics, 'refusedSegments' | 'segmentMemberships' | 'segmentBytes'>;
  readonly now: () => number;
  /** Told of all who are to be forgotten, whenever that changes. */
  readonly forget?: (viewers: readonly ForgottenViewer[]) => Promise<void>;
}): SegmentFollower {
  const { folder, log, metrics, now, forget } = options;
  const keys = createMemberKeys(options.key);
  const wake = createWake();
  let held: Held | null = null;
  let loaded = new Map<string, SegmentPart>();
  let refused = -1;
  let closed = false;

  async function follow(): Promise<void> {
    const state = await folder.current();
    if (state === null || state.sequence === held?.state.sequence || state.sequence === refused) return;
    // Before anything that may fail.
    await forget?.(state.forgotten ?? []);
    const next = new Map<string, SegmentPart>();
    const layers: HeldLayer[] = [];
    for (const { segments, parts: named } of state.layers) {
      const parts: (SegmentPart | null)[] = Array.from({ length: partsOfLayer }, () => null);
      for (const part of named) {
        if (closed) return;
        const read = loaded.get(part.name) ?? (await folder.readPart(part));
        next.set(part.name, read);
        parts[part.part] = read;
        await nextTurn();
      }
      layers.push({ segments, parts });
    }
    held = { state, layers };
    loaded = next;
    refused = -1;
    const named = state.layers.flatMap(({ parts }) => parts);
    metrics.segmentMemberships.set(named.reduce((sum, part) => sum + part.memberships, 0));
    metrics.segmentBytes.set(named.reduce((sum, part) => sum + part.bytes, 0));
  }

  async function followSafely(): Promise<void> {
    try {
      await follow();
    } catch (error) {
      const state = await folder.current().catch(() => null);
      // What was replaced while it was read is gone, and the next look finds what came in its place.
      if (state === null || state.sequence === refused) return;
      refused = state.sequence;
      metrics.refusedSegments.inc();
      log.error({ err: error, sequence: state.sequence }, 'Audience segments cannot be read; those before go on');
      setTimeout(() => {
        refused = -1;
      }, pollMs * 10).unref();
    }
  }

  // Ads do not wait for the files; until they are read nobody is in a segment.
  const following = (async () => {
    while (!closed) {
      await followSafely();
      if (!closed) await wake.within(pollMs);
    }
  })();

  return {
    sequence: () => held?.state.sequence ?? 0,
    segmentsOf(visitor) {
      if (held === null || held.layers.length === 0) return [];
      const codes = new Set<string>();
      const hour = hourOf(now());
      for (const identifier of visitor.identifiers()) {
        keys.compute(identifier);
        for (const layer of held.layers) note(layer, { low: keys.low(), high: keys.high(), hour }, codes);
      }
      return codes.size > 0 && isOwn(held.state, visitor) ? [...codes] : [];
    },
    async close() {
      closed = true;
      wake.now();
      await following;
    },
  };
}

type Sought = { readonly low: number; readonly high: number; readonly hour: number };

function note({ segments, parts }: HeldLayer, { low, high, hour }: Sought, codes: Set<string>): void {
  const part = parts[partOf(high)];
  if (part === null || part === undefined) return;
  const member = findMember(part, low, high);
  if (member === -1) return;
  for (let at = part.starts[member] as number; at < (part.starts[member + 1] as number); at += 1) {
    const segment = segments[part.segments[at] as number];
    if (segment === undefined || segment.ttlHours === null) continue;
    if (hour < (part.hours[at] as number) + segment.ttlHours) codes.add(segment.code);
  }
}

/** A page on a domain of ours or below it; who says nothing is an app, a screen or a back end of ours. */
function isOwn({ ownDomains }: SegmentState, visitor: Visitor): boolean {
  if (ownDomains === null) return true;
  const host = visitor.host();
  return host === undefined || ownDomains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
