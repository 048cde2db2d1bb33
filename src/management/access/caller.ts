import type { Scope } from '../../contract/access/scopes.ts';
import type { Reach } from '../../platform/db/row-rules/reach.ts';

/** Account that makes a management call. */
export type Caller = {
  readonly kind: 'service-account' | 'user';
  /** ID of the service account or of the user. */
  readonly id: number;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly reach: Reach;
  /** Identifier in the audit log and in revisions: `service-account:7`, `user:3`. */
  readonly actor: string;
};
