import {
  type AdcpJsonWebKey,
  parseSignatureInput,
  RequestSignatureError,
  type VerifyRequestOptions,
  verifyRequestSignature,
} from '@adcp/sdk/signing/server';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import { hasDuplicateMembers } from './duplicate-members.ts';
import { nonceStore } from './nonce-store.ts';
import { SignatureFault } from './signature-fault.ts';
import type { SigningAgent } from './signing-agent.ts';

/** A call as received. */
export type SignedCall = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names and values in turn, so that repeated headers are seen. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
};

type Options = {
  readonly database: Kysely<Database>;
  /** Address for which agents sign. The `Host` header is not trusted. */
  readonly publicUrl: string;
  readonly nowMs: () => number;
  /** Returns the agent of the call and its key. null: the key is unknown. */
  readonly keyOf: (keyId: string) => Promise<{ readonly agent: SigningAgent; readonly key: AdcpJsonWebKey } | null>;
};

/** Valid nonces of one key. The compliance runner of the protocol expects the lower number for its keys. */
const maxNonces = 1_000_000;
const maxNoncesOfTest = 100;
/** 16 bytes or more, base64url without padding. */
const noncePattern = /^[\w-]{22,255}$/;

/**
 * Verifies the signature of a call (AdCP 3.0, verifier checklist for requests) with the verifier of the protocol library,
 * and stores its nonce. Adds what the library does not check: the length of the nonce, the use of the key, repeated
 * members of the body, and coverage of the body for agents that are not test accounts.
 *
 * @throws SignatureFault with the error code of the protocol
 */
export async function checkSignature(call: SignedCall, { database, publicUrl, nowMs, keyOf }: Options): Promise<void> {
  const url = new URL(publicUrl).origin + call.target;
  const headers = headersOf(call.rawHeaders);
  const request = { method: call.method, url, headers, body: call.body };
  let agent: SigningAgent | null = null;
  const found = () => {
    if (agent === null) throw new Error('the verifier used an agent before its key was found');
    return agent;
  };
  const nonces = () => nonceStore(database, found().id, found().test ? maxNoncesOfTest : maxNonces);
  const options: VerifyRequestOptions = {
    capability: { supported: true, covers_content_digest: 'either', required_for: [] },
    now: () => Math.floor(nowMs() / 1000),
    jwks: {
      async resolve(keyId) {
        const match = await keyOf(keyId);
        if (match === null) return null;
        agent = match.agent;
        checkCoverage(headers, call.body, agent);
        if (match.key.use !== 'sig')
          throw fault('request_signature_key_purpose_invalid', 'the key is not for signatures');
        return match.key;
      },
    },
    revocationStore: { isRevoked: async (keyId) => found().signing.revokedKeyIds.includes(keyId) },
    replayStore: {
      has: (...given) => nonces().has(...given),
      isCapHit: (...given) => nonces().isCapHit(...given),
      insert: (...given) => nonces().insert(...given),
    },
  };
  try {
    const result = await verifyRequestSignature(request, options);
    if (result.status !== 'verified') throw fault('request_signature_required', 'the call has no signature');
  } catch (error) {
    throw error instanceof RequestSignatureError ? fault(error.code, error.message) : error;
  }
  if (call.body !== '' && isMalformed(call.body)) {
    throw fault('request_body_malformed', 'the body is not JSON or has a member twice');
  }
}

function checkCoverage(headers: Record<string, string[]>, body: string, { test }: SigningAgent): void {
  const { components, params } = parseSignatureInput((headers['signature-input'] ?? []).join(', '));
  if (!test && body !== '' && !components.includes('content-digest')) {
    throw fault('request_signature_components_incomplete', 'the signature does not cover content-digest');
  }
  if (!noncePattern.test(params.nonce)) throw fault('request_signature_header_malformed', 'the nonce is too short');
}

function isMalformed(body: string): boolean {
  try {
    JSON.parse(body);
  } catch {
    return true;
  }
  return hasDuplicateMembers(body);
}

/** Node.js drops repeated headers such as `Content-Type`, which a signature must not cover. */
function headersOf(rawHeaders: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase();
    headers[name] = [...(headers[name] ?? []), String(rawHeaders[index + 1])];
  }
  return headers;
}

const fault = (code: string, reason: string) => new SignatureFault(code, reason);
