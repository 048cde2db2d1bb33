import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { CryptoKey, JWK } from 'jose';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import { importJWK } from 'jose/key/import';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { ExplainedError } from '../../../platform/log/explained-error.ts';

export const signingAlgorithm = 'ES256';
const settingKey = 'token-signing-key';

export type SigningKey = {
  /** Includes the private part. Only for the token service. */
  readonly privateJwk: JWK;
  /** For verification. */
  readonly publicKey: CryptoKey;
};

type SealedKey = { readonly iv: string; readonly tag: string; readonly data: string };

/** The stored signing key cannot be decrypted: it was encrypted with another deployment secret. */
export class SigningKeyError extends ExplainedError {}

/**
 * Returns the signing key of the deployment for access tokens, created at the first start. All management processes
 * share it through the table `setting`. If several start at once, the first row wins and the others read it. The table
 * stores it encrypted (AES-256-GCM) with a key derived from the deployment secret.
 */
export async function loadSigningKey(database: Kysely<Database>, deploymentSecret: string): Promise<SigningKey> {
  const stored = await readStored(database);
  if (stored !== null) return open(stored, deploymentSecret);
  const draft = seal(await newPrivateJwk(), deploymentSecret);
  await database
    .insertInto('setting')
    .values({ key: settingKey, value: JSON.stringify(draft) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const winner = await readStored(database);
  if (winner === null) throw new SigningKeyError('the signing key was removed while it was being created');
  return open(winner, deploymentSecret);
}

async function readStored(database: Kysely<Database>): Promise<SealedKey | null> {
  const row = await database
    .selectFrom('setting')
    .select('setting.value')
    .where('setting.key', '=', settingKey)
    .executeTakeFirst();
  return row === undefined ? null : (row.value as SealedKey);
}

async function newPrivateJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: signingAlgorithm, use: 'sig' };
}

function seal(jwk: JWK, deploymentSecret: string): SealedKey {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(deploymentSecret, 'signing-key'), iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(jwk), 'utf8'), cipher.final()]);
  return {
    iv: iv.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
    data: data.toString('base64url'),
  };
}

async function open(sealed: SealedKey, deploymentSecret: string): Promise<SigningKey> {
  const privateJwk = unseal(sealed, deploymentSecret);
  const { d: _private, ...publicJwk } = privateJwk;
  const publicKey = (await importJWK(publicJwk, signingAlgorithm)) as CryptoKey;
  return { privateJwk, publicKey };
}

function unseal(sealed: SealedKey, deploymentSecret: string): JWK {
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      deriveKey(deploymentSecret, 'signing-key'),
      Buffer.from(sealed.iv, 'base64url'),
      { authTagLength: 16 },
    );
    decipher.setAuthTag(Buffer.from(sealed.tag, 'base64url'));
    const text = Buffer.concat([decipher.update(Buffer.from(sealed.data, 'base64url')), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as JWK;
  } catch (cause) {
    throw new SigningKeyError(
      'PLACARD_SECRET: the token signing key in the database was encrypted with another secret. Restore the previous PLACARD_SECRET or, if it was not set, the file "secret" of the data folder.',
      { cause },
    );
  }
}
