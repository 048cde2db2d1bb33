import { changingTools } from './called-tools.ts';
import type { SigningAgent } from './signing-agent.ts';

/** Tools of the protocol: those for tests are not operations that an agent may require to be signed. */
const operations = changingTools.filter((tool) => tool !== 'comply_test_controller');

/** Returns what an agent reads about the verification of its signatures. Source: AdCP 3.0, `request_signing`. */
export function signingCapability({ signing, test }: Pick<SigningAgent, 'signing' | 'test'>) {
  if (signing.jwksUrl === null) return { supported: false } as const;
  return {
    supported: true,
    // The compliance runner also signs calls without their body.
    covers_content_digest: test ? 'either' : 'required',
    required_for: signing.isRequired ? operations : [],
    supported_for: operations,
  } as const;
}
