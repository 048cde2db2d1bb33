import type { Scope } from '../../contract/access/scopes.ts';
import type { RecordCall } from './change.ts';
import { detailMessage } from './detail-message.ts';
import { DomainError } from './domain-error.ts';

/** Throws `insufficient_scope` if the caller lacks a scope that a part of a call needs in addition to that of its route. */
export function requireScope({ caller }: Pick<RecordCall, 'caller'>, scope: Scope): void {
  if ((caller.scopes as ReadonlySet<string>).has(scope)) return;
  throw new DomainError('insufficient_scope', { detail: detailMessage('missingScope', { scopes: scope }) });
}
