import type { TextSigner } from './signed-text.ts';

/** Content of a debug key, which permits traces until it expires. */
export type DebugKey = {
  /** In the form of the audit log. */
  readonly actor: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
};

export function writeDebugKey(signer: TextSigner, { actor, expiresAt }: DebugKey): string {
  return signer.sign(`${expiresAt} ${actor}`);
}

/** null: invalid or expired. */
export function readDebugKey(signer: TextSigner, text: string, nowMs: number): DebugKey | null {
  const [expiresAt = '', actor = ''] = signer.open(text)?.split(' ') ?? [];
  const key = { actor, expiresAt: Number(expiresAt) };
  return actor !== '' && key.expiresAt * 1000 > nowMs ? key : null;
}
