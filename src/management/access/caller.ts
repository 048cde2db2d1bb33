import type { Scope } from '../../contract/access/scopes.ts';
import type { Reach } from '../../platform/db/row-rules/reach.ts';

/** Who makes a management call. */
export type Caller = {
  readonly kind: 'service-account' | 'user';
  /** Id of the service account or of the user. */
  readonly id: number;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly reach: Reach;
  /** As it stands in the audit and beside a revision: `service-account:7`, `user:3`. */
  readonly actor: string;
};
