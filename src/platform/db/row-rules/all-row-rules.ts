import type { ResourceKind, SearchedKind } from '../../../contract/resource-types/all-resource-types.ts';
import type { RowRules, SearchRules } from './row-rules.ts';
import { rulesOfKinds } from './rules-of-kinds.ts';

/** Every kind has rules. A searchable kind also has search rules. */
type RulesByKind = {
  readonly [Kind in ResourceKind]: RowRules & (Kind extends SearchedKind ? { readonly search: SearchRules } : unknown);
};

/** Row rules of all resource types. A missing one is a compile error. */
export const allRowRules = rulesOfKinds satisfies RulesByKind;

/** Tables of resource types. */
export type ResourceTableName = (typeof allRowRules)[ResourceKind]['table'];
