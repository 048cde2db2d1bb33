/*
 * The declarations of resource types, one file each.
 *
 * - `resource-type.ts`: what a declaration contains. `all-resource-types.ts`: the list, and what is derived from it.
 *
 * What SQL must know is in `platform/db/row-rules`. To add a type, see "Common changes" in CONTRIBUTING.md.
 */

import type { MessageKey } from '../../messages/message-keys.ts';
import type { ChapterName } from '../common/chapters.ts';

type KindOf<Key> = Key extends `labels.resourceType.${infer Kind}` ? Kind : never;
/** A kind of object with a name in all languages: `labels.resourceType` of the message catalogue. */
export type ObjectKind = KindOf<MessageKey>;

/**
 * A resource type of the management API: the facts that the API, the interface and the documentation share. Lists of
 * kinds (scopes, changes, search, events, audit links, labels) are derived from these declarations and are written nowhere
 * else. What the server needs in addition is in `src/platform/db/row-rules` and beside the routes.
 */
export type ResourceType = {
  /** Path below /api/v1 and kind in the audit log, such as `inventory/publisher`. */
  readonly kind: ObjectKind;
  /** In sentences: `media partner`, `media partners`. */
  readonly one: string;
  readonly many: string;
  /** In operation ids: `MediaPartner`, `MediaPartners`. */
  readonly operationName: readonly [one: string, many: string];
  /** Chapter of the API documentation. */
  readonly tag: ChapterName;
  readonly readScope: `${string}:read`;
  readonly writeScope: `${string}:${'read' | 'write'}`;
  /** Group of scopes to which its scopes belong; `contract/access/scopes.ts` grants the groups to roles. */
  readonly access: 'operations' | 'audiences' | 'catalogue' | 'administration';
  /** Whether `GET /changes` lists its changes. */
  readonly isInChanges: boolean;
  /** Whether the global search finds its objects. */
  readonly isSearched: boolean;
  /** First part of its webhook event types, such as `booking`; null: changes to it send no events. */
  readonly eventNoun: 'campaign' | 'booking' | 'creative' | null;
  /** Path of the page of the interface that lists the objects, or null. Pages below `/administration/` are tabs there. */
  readonly listPath: `/${string}` | null;
  /** Page of the interface that shows one object; null: it has none. */
  readonly page: ((id: number) => PageAddress) | null;
};

/** An address within the interface. */
export type PageAddress = { readonly to: string; readonly search?: Readonly<Record<string, string>> };

/** Checks a declaration and keeps its literal types. */
export function resourceType<const Declared extends ResourceType>(declared: Declared): Declared {
  return declared;
}
