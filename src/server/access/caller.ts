import type { Scope } from '../../contract/scopes.ts';

/** Who makes a management call, as their access token says; no database was asked. */
export type Caller = {
  readonly kind: 'service-account';
  /** Id of the service account. */
  readonly id: number;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** As it stands in the audit and beside a revision: `service-account:7`. */
  readonly actor: string;
};
