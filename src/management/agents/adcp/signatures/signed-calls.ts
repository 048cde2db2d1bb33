/*
 * Signed calls of buyer agents (RFC 9421, AdCP 3.0 profile `adcp/request-signing/v1`).
 *
 * - `signed-calls.ts`: which calls are signed or must be. `called-tools.ts`: the tools of a message.
 * - `check-signature.ts`: the checks of one signature. `duplicate-members.ts`: ambiguous bodies. `nonce-store.ts`: nonces.
 * - `signing-agent.ts`: the agent of a call. `agent-keys.ts`: its public keys. `signing-capability.ts`: what it reads about signatures.
 * - `signature-fault.ts`: refusals.
 *
 * See docs/decisions/0250-signed-requests.md.
 */

import type { FastifyRequest } from 'fastify';
import { createOutgoingFetch } from '../../../../platform/outgoing/outgoing-fetch.ts';
import type { Caller } from '../../../access/caller.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { createAgentKeys } from './agent-keys.ts';
import { needsSignature } from './called-tools.ts';
import { refusalOfSignature, refusalOfUnsigned, SignatureFault, signatureRequired } from './signature-fault.ts';
import { readSigner, type SigningAgent } from './signing-agent.ts';

/** Query parameter with which an agent without an access token states its client ID. */
const clientParameter = 'client_id';

/** Creates the checks of signatures. The verifier is loaded with the first signed call. */
export function createSignedCalls({ database, config, log, nowMs = Date.now }: ManagementServices) {
  const fetchKeys = createOutgoingFetch({ allowed: config.privateTargets, plainTo: 'allowed' });
  const keyOf = createAgentKeys({ fetchKeys, nowMs });

  const verified = new WeakSet<FastifyRequest>();

  async function check(request: FastifyRequest, agentOf: () => Promise<SigningAgent | null>): Promise<void> {
    const { checkSignature } = await import('./check-signature.ts');
    const { method, url: target } = request;
    const call = { method, target, rawHeaders: request.raw.rawHeaders, body: textOf(request) };
    try {
      await checkSignature(call, {
        database,
        publicUrl: config.publicUrl,
        nowMs,
        async keyOf(keyId) {
          const agent = await agentOf();
          const { jwksUrl = null } = agent?.signing ?? {};
          const key = jwksUrl === null ? null : await keyOf(jwksUrl, keyId);
          return agent === null || key === null ? null : { agent, key };
        },
      });
      verified.add(request);
    } catch (error) {
      if (!(error instanceof SignatureFault)) throw error;
      log.warn({ code: error.code, reason: error.message, requestId: request.id }, 'a signed call was refused');
      throw refusalOfSignature(error.code);
    }
  }

  return {
    /**
     * Refuses a signed call with several content types, before the framework refuses it without the code of the protocol.
     *
     * @throws Problem
     */
    refuseAmbiguousType(request: FastifyRequest): void {
      if (!isSigned(request) || !request.headers['content-type']?.includes(',')) return;
      throw refusalOfSignature('request_signature_header_malformed');
    },

    /**
     * Returns the caller of a signed call without an access token. null: the call is not signed. The agent states its
     * client ID in the address, because different agents may use the same ID for their keys.
     *
     * @throws Problem if the signature is refused
     */
    async identify(request: FastifyRequest): Promise<Caller | null> {
      if (!isSigned(request)) return null;
      let signer: Awaited<ReturnType<typeof readSigner>> = null;
      await check(request, async () => {
        const clientId = new URL(request.url, config.publicUrl).searchParams.get(clientParameter);
        signer = clientId === null ? null : await readSigner(database, clientId);
        return signer?.agent ?? null;
      });
      // A verified signature has a signer.
      return (signer as Awaited<ReturnType<typeof readSigner>>)?.caller ?? null;
    },

    /**
     * Checks the signature of a call with an access token. An agent without keys is not expected to sign, so that its
     * signatures are ignored, as the protocol requires.
     *
     * @throws Problem if the signature is refused, or missing although it is required
     */
    async require(request: FastifyRequest, message: unknown, agent: SigningAgent): Promise<void> {
      if (verified.has(request) || agent.signing.jwksUrl === null) return;
      if (isSigned(request)) await check(request, async () => agent);
      else if (needsSignature(message, agent.signing)) throw refusalOfUnsigned();
    },

    /** Returns the second challenge for a call without valid credentials. null: signing would not help. */
    challenge(request: FastifyRequest): string | null {
      return needsSignature(parsed(textOf(request)), { isRequired: true }) ? signatureRequired : null;
    },
  };
}

function isSigned({ headers }: FastifyRequest): boolean {
  return headers['signature'] !== undefined || headers['signature-input'] !== undefined;
}

/** Returns the body as received. The routes of agents do not parse it. */
function textOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
