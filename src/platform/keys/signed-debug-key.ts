import type { TextSigner } from './signed-text.ts';

/** Who may see why ads were chosen, and until when. */
export type DebugKey = {
  /** As the audit names them. */
  readonly actor: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
};

export function writeDebugKey(signer: TextSigner, { actor, expiresAt }: DebugKey): string {
  return signer.sign(`${expiresAt} ${actor}`);
}

/** Null: it is none of ours, or has expired. */
export function readDebugKey(signer: TextSigner, text: string, nowMs: number): DebugKey | null {
  const [expiresAt = '', actor = ''] = signer.open(text)?.split(' ') ?? [];
  const key = { actor, expiresAt: Number(expiresAt) };
  return actor !== '' && key.expiresAt * 1000 > nowMs ? key : null;
}
