/*
 * Declarations of resource types, one file each.
 *
 * - `resource-type.ts`: structure of a declaration. `all-resource-types.ts`: the list and the values derived from it.
 *
 * The facts that SQL needs are in `platform/db/row-rules`. To add a type, see "Common changes" in CONTRIBUTING.md.
 */

import type { MessageKey } from '../../messages/message-keys.ts';
import type { ChapterName } from '../common/chapters.ts';

type KindOf<Key> = Key extends `labels.resourceType.${infer Kind}` ? Kind : never;
/** A kind of object with a name in all languages: `labels.resourceType` of the message catalog. */
export type ObjectKind = KindOf<MessageKey>;

/**
 * A resource type of the management API: the facts that the API, the interface and the documentation share. Lists of
 * kinds (scopes, changes, search, events, audit links, labels) are derived from these declarations and are not written
 * elsewhere. Additional facts for the server are in `src/platform/db/row-rules` and next to the routes.
 */
export type ResourceType = {
  /** Path below /api/v1 and kind in the audit log, such as `inventory/publisher`. */
  readonly kind: ObjectKind;
  /** Singular and plural in sentences: `media partner`, `media partners`. */
  readonly one: string;
  readonly many: string;
  /** Singular and plural in operation IDs: `MediaPartner`, `MediaPartners`. */
  readonly operationName: readonly [one: string, many: string];
  /** Chapter of the API documentation. */
  readonly tag: ChapterName;
  readonly readScope: `${string}:read`;
  readonly writeScope: `${string}:${'read' | 'write'}`;
  /** Group of the type's scopes. `contract/access/scopes.ts` grants the groups to roles. */
  readonly access: 'operations' | 'audiences' | 'catalog' | 'administration';
  /** Whether `GET /changes` lists its changes. */
  readonly isInChanges: boolean;
  /** Whether the global search finds its objects. */
  readonly isSearched: boolean;
  /** First part of the webhook event types, such as `booking`. null if changes send no events. */
  readonly eventNoun: 'campaign' | 'booking' | 'creative' | null;
  /** Path of the list page in the interface. null if there is none. Pages below `/administration/` are tabs there. */
  readonly listPath: `/${string}` | null;
  /** Page of the interface that shows one object. null if there is none. */
  readonly page: ((id: number) => PageAddress) | null;
};

/** An address within the interface. */
export type PageAddress = { readonly to: string; readonly search?: Readonly<Record<string, string>> };

/** Checks a declaration and preserves its literal types. */
export function resourceType<const Declared extends ResourceType>(declared: Declared): Declared {
  return declared;
}
