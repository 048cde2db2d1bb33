import type { TextSigner } from '../../platform/keys/signed-text.ts';

/** Content and expiry of a preview link. */
export type PreviewLink = {
  /** Name of the preview in the preview folder. */
  readonly name: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
};

export function writePreviewLink(signer: TextSigner, { name, expiresAt }: PreviewLink): string {
  return signer.sign(`${expiresAt} ${name}`);
}

/** null: invalid or expired. */
export function readPreviewLink(signer: TextSigner, text: string, nowMs: number): PreviewLink | null {
  const [expiresAt = '', name = ''] = signer.open(text)?.split(' ') ?? [];
  const link = { name, expiresAt: Number(expiresAt) };
  return name !== '' && link.expiresAt * 1000 > nowMs ? link : null;
}
