import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createMemberKeys } from '../../../exchange/audience/member-key.ts';
import type { SegmentFolder } from '../../../exchange/audience/segment-folder.ts';
import { findMember, hourOf, partOf, partsOfLayer, type SegmentPart } from '../../../exchange/audience/segment-part.ts';
import type { ForgottenViewer, LayerSegment, SegmentState } from '../../../exchange/audience/segment-pointer.ts';
import { createWake } from '../../../platform/process/wake.ts';
import type { DeliveryMetrics } from '../../delivery-metrics.ts';

const pollMs = 500;

/** The viewer whose segments are requested. Read only if there are segments. */
export type Visitor = {
  /** Identifiers as created by `memberIdentifier`. */
  identifiers(): readonly string[];
  /** Host of the requesting page or app. undefined if unknown. */
  host(): string | undefined;
};

/** Segment memberships for the requests of one process. */
export type Audience = {
  /** Returns the codes of the segments that contain any of the visitor's identifiers. */
  segmentsOf(visitor: Visitor): readonly string[];
};

export type SegmentFollower = Audience & {
  /** Sequence number of the state in use. 0: none. */
  sequence(): number;
  close(): Promise<void>;
};

/** An audience without segments. */
export const noAudience: Audience = { segmentsOf: () => [] };

type HeldLayer = { readonly segments: readonly LayerSegment[]; readonly parts: readonly (SegmentPart | null)[] };
type Held = { readonly state: SegmentState; readonly layers: readonly HeldLayer[] };

/**
 * Follows the folder of segments. New parts are read in slices between requests, while the previous ones remain in use,
 * and are swapped in together. If they cannot be read, the previous ones remain in use. Source:
 * docs/decisions/0110-audience-segments.md.
 */
export function startSegmentFollower(options: {
  readonly folder: SegmentFolder;
  /** Key of members, as derived by `deriveKey`. */
  readonly key: Uint8Array;
  readonly log: Logger;
  readonly metrics: Pick<DeliveryMetrics, 'refusedSegments' | 'segmentMemberships' | 'segmentBytes'>;
  readonly now: () => number;
  /** Called with all erased viewers whenever the list changes. */
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
    // Runs before any step that may fail.
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
      // The file was replaced while it was being read. The next check finds the new one.
      if (state === null || state.sequence === refused) return;
      refused = state.sequence;
      metrics.refusedSegments.inc();
      log.error(
        { err: error, sequence: state.sequence },
        'Audience segments cannot be read, previous ones remain in use',
      );
      setTimeout(() => {
        refused = -1;
      }, pollMs * 10).unref();
    }
  }

  // Ads do not wait for the files. Until they are read, no segment has members.
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

/**
 * Returns true for a page on an own domain or subdomain. A request without a host is from an app, a screen or a back
 * end of the publisher.
 */
function isOwn({ ownDomains }: SegmentState, visitor: Visitor): boolean {
  if (ownDomains === null) return true;
  const host = visitor.host();
  return host === undefined || ownDomains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
