import { Problem } from '../../../api/problem/problem.ts';
import { detailMessage } from '../../../records/detail-message.ts';

/** A signed call is refused. `code` is an error code of the protocol, `reason` is for the log only. */
export class SignatureFault extends Error {
  readonly code: string;

  constructor(code: string, reason: string) {
    super(reason);
    this.name = 'SignatureFault';
    this.code = code;
  }
}

/** The challenge for calls that must be signed. Source: AdCP 3.0, transport error taxonomy. */
export const signatureRequired = 'Signature error="request_signature_required"';

/** Returns the refusal of a signed call. The protocol permits only the code in the response. */
export function refusalOfSignature(code: string): Problem {
  return new Problem('authentication_required', {
    detail: detailMessage('signatureRefused', { code }),
    headers: { 'WWW-Authenticate': `Signature error="${code}"` },
  });
}

/** Returns the refusal of a call without a signature. */
export function refusalOfUnsigned(): Problem {
  return new Problem('authentication_required', {
    detail: detailMessage('signatureRequired'),
    headers: { 'WWW-Authenticate': signatureRequired },
  });
}
