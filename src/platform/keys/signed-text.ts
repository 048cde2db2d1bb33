import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs short texts that leave the house and come back, such as links; 128 bits of HMAC-SHA-256. */
export type TextSigner = {
  /** The text and its tag, with letters, digits, `-`, `_` and `.` only. */
  sign(text: string): string;
  /** The text; null: not one of ours. */
  open(signed: string): string | null;
};

const tagLength = 16;
/** Longer is none of ours. */
const maxSignedLength = 1_024;
const signedText = /^([\w-]+)\.([\w-]{22})$/;

/** @param key 32 bytes that are used for nothing else */
export function createTextSigner(key: Buffer): TextSigner {
  const tagOf = (body: string): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, tagLength);
  return {
    sign(text) {
      const body = Buffer.from(text, 'utf8').toString('base64url');
      return `${body}.${tagOf(body).toString('base64url')}`;
    },
    open(signed) {
      const match = signed.length <= maxSignedLength ? signedText.exec(signed) : null;
      if (match === null) return null;
      const [, body = '', tagText = ''] = match;
      const tag = Buffer.from(tagText, 'base64url');
      // One text for one tag: what would be read as the same bytes is refused.
      if (tag.toString('base64url') !== tagText || !timingSafeEqual(tag, tagOf(body))) return null;
      return Buffer.from(body, 'base64url').toString('utf8');
    },
  };
}
