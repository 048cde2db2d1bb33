import type { FieldError } from '../../../contract/common/problems.ts';
import type { SectionName } from '../../../contract/configuration/sections.ts';

/** A valid object of a document. */
export type CheckedObject = {
  readonly key: string;
  /** Body of the API. References to new objects are provisional IDs. */
  readonly body: Record<string, unknown>;
  /** Valid fields that the body of the API does not contain. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** The object in its normal form. */
  readonly object: Readonly<Record<string, unknown>>;
};

/** A valid document, by section. Sections that it does not contain are missing. */
export type CheckedDocument = {
  readonly sections: ReadonlyMap<SectionName, ReadonlyMap<string, CheckedObject>>;
  readonly provisional: ProvisionalIds;
  readonly errors: readonly FieldError[];
};

/** IDs of objects that do not exist yet, in both directions. */
export type ProvisionalIds = {
  readonly idByKey: ReadonlyMap<SectionName, ReadonlyMap<string, number>>;
  readonly keyById: ReadonlyMap<number, string>;
};

/** IDs from this number are provisional. The database never assigns them. */
export const firstProvisionalId = 2 ** 52;
