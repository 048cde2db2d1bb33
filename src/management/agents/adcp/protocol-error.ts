import { AdcpError } from '@adcp/sdk/server';
import type { Scope } from '../../../contract/access/scopes.ts';
import type { ProblemCode } from '../../../contract/common/problems.ts';
import { translatorOf } from '../../../messages/translator.ts';
import { DomainError, detailText } from '../../records/domain-error.ts';
import type { SellerContext } from './seller-context.ts';

type ErrorCode = ConstructorParameters<typeof AdcpError>[0];

/** Error codes of the protocol for the codes of the write service. Others are failures of the server. */
export const protocolCodes: Readonly<Partial<Record<ProblemCode, ErrorCode>>> = {
  invalid_request: 'INVALID_REQUEST',
  not_found: 'REFERENCE_NOT_FOUND',
  not_permitted: 'PERMISSION_DENIED',
  action_not_allowed: 'INVALID_STATE',
  stale_version: 'CONFLICT',
  archived: 'INVALID_STATE',
  in_use: 'CONFLICT',
  unavailable: 'SERVICE_UNAVAILABLE',
  already_exists: 'CONFLICT',
};

/** Code of a field error for a budget above a limit of the buyer agent. */
const overLimit = 'over_limit';

/**
 * Runs the work and converts an error of the write service to one of the protocol. Other errors are not shown to the
 * agent: the library answers `SERVICE_UNAVAILABLE`.
 */
export async function withProtocolErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw protocolErrorOf(error) ?? error;
  }
}

function protocolErrorOf({ code, details, message }: DomainError): AdcpError | null {
  const protocolCode = protocolCodes[code];
  if (protocolCode === undefined) return null;
  const [first] = details.errors ?? [];
  const text = detailText(details, translatorOf('en')) ?? message;
  return new AdcpError(first?.code === overLimit ? 'BUDGET_EXCEEDED' : protocolCode, {
    message: text,
    ...(first !== undefined && { field: first.pointer.slice(1).replaceAll('/', '.') }),
  });
}

/** Returns an error for one field of a request. */
export function requestError(field: string, message: string, code: ErrorCode = 'INVALID_REQUEST'): AdcpError {
  return new AdcpError(code, { message, field });
}

/** @throws AdcpError if the service account of the agent lacks the scope of the tool */
export function requireScopes({ caller }: SellerContext, ...scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !caller.scopes.has(scope));
  if (missing.length === 0) return;
  throw new AdcpError('PERMISSION_DENIED', { message: `The service account lacks the scopes ${missing.join(', ')}` });
}
