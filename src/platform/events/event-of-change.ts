import { findResourceType, type WebhookKind } from '../../contract/resource-types/all-resource-types.ts';
import { type EventType, isEventType, participles } from '../../core/vocabulary/event-types.ts';
import type { NewEvent } from './append-events.ts';

/** A recorded change. */
export type ChangedObject = {
  readonly action: string;
  readonly kind: string;
  /** null: newly created. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly view: Readonly<Record<string, unknown>> & { readonly id: number };
};

/** Statuses of bookings and states of creatives with a pending review. */
const waiting = ['pending_approval', 'pending_review'];

/**
 * Returns the events of a change: none, one or two. They depend on the outcome and not only on the action: submitting
 * an object that needs no review approves it, and a creative resumed by a user who may not approve is pending instead
 * of active.
 */
export function eventsOfChange(
  change: ChangedObject,
  about: { readonly actor: string; readonly revision: number; readonly publicUrl: string },
): readonly NewEvent[] {
  const { kind, before, view } = change;
  const noun = findResourceType(kind)?.eventNoun ?? null;
  if (noun === null) return [];
  const status = statusOf(view);
  const previousStatus = statusOf(before);
  return typesOf(change, { noun, status, previousStatus }).map((type) => ({
    type,
    data: {
      kind: kind as WebhookKind,
      id: view.id,
      link: linkOf(about.publicUrl, kind, view.id),
      status,
      previousStatus,
      actor: about.actor,
      revision: about.revision,
      ...reasonOf(type, view),
    },
  }));
}

/** Returns the reason of a rejection. */
function reasonOf(type: EventType, { rejectionReason }: ChangedObject['view']): { readonly reason?: string } {
  return type.endsWith('.rejected') && typeof rejectionReason === 'string' ? { reason: rejectionReason } : {};
}

/** Returns the URL of an object. */
export function linkOf(publicUrl: string, kind: string, id: number): string {
  return `${publicUrl}/api/v1/${kind}/${id}`;
}

function typesOf(
  { action, before, view }: ChangedObject,
  now: { readonly noun: string; readonly status: string | null; readonly previousStatus: string | null },
): EventType[] {
  const { noun, status, previousStatus } = now;
  const waits = status !== null && waiting.includes(status);
  const happened: string[] = [];
  const participle = (participles as Readonly<Record<string, string>>)[action];
  if (participle !== undefined && !(waits && action === 'resume')) happened.push(participle);
  if (action === 'submit' && !waits) happened.push('approved');
  if (before === null && noun === 'creative' && status === 'approved') happened.push('approved');
  const versionCame = hasPendingVersion(view) && !hasPendingVersion(before);
  if ((waits && status !== previousStatus) || versionCame) happened.push('review_requested');
  return happened.map((one) => `${noun}.${one}`).filter(isEventType);
}

/** Reports whether a creative has a pending version next to the approved one. */
function hasPendingVersion(object: Readonly<Record<string, unknown>> | null): boolean {
  return (object?.['pendingVersion'] ?? null) !== null;
}

function statusOf(object: Readonly<Record<string, unknown>> | null): string | null {
  const status = object?.['status'] ?? object?.['state'];
  return typeof status === 'string' ? status : null;
}
