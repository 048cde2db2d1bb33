import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs short texts that are returned by clients, such as links, with 128 bits of HMAC-SHA-256. */
export type TextSigner = {
  /** Returns the text with its tag. Consists of letters, digits, `-`, `_` and `.`. */
  sign(text: string): string;
  /** Returns the text; null: invalid signature. */
  open(signed: string): string | null;
};

const tagLength = 16;
/** Longer texts are rejected. */
const maxSignedLength = 1_024;
const signedText = /^([\w-]+)\.([\w-]{22})$/;

/** @param key 32 bytes that are used for no other purpose */
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
      // Exactly one text is valid per tag: other encodings of the same bytes are rejected.
      if (tag.toString('base64url') !== tagText || !timingSafeEqual(tag, tagOf(body))) return null;
      return Buffer.from(body, 'base64url').toString('utf8');
    },
  };
}
