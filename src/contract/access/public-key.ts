import { z } from 'zod';
import { fieldMessage } from '../common/field-message.ts';

/** Most keys of an account: the current key, the next key, and keys of separate machines. */
const maxPublicKeys = 5;

const coordinate = (description: string) =>
  z
    .string()
    .regex(/^[\w-]{1,1400}$/, { error: fieldMessage('base64url') })
    .optional()
    .meta({ description });

/**
 * A public key as JSON Web Key (RFC 7517): EC on P-256, OKP on Ed25519, or RSA. Private members are rejected as unknown
 * fields.
 */
export const publicKeySchema = z
  .strictObject({
    kty: z.enum(['EC', 'OKP', 'RSA']).meta({ description: 'Key type', example: 'EC' }),
    kid: z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/, { error: fieldMessage('visibleAscii', { max: 100 }) })
      .optional()
      .meta({ description: 'Key ID, as in the header of signed tokens', example: '2026-11' }),
    use: z.literal('sig').optional().meta({ description: 'Intended use: signatures', example: 'sig' }),
    alg: z
      .enum(['ES256', 'Ed25519', 'EdDSA', 'PS256', 'RS256'])
      .optional()
      .meta({ description: 'Algorithm of the signatures', example: 'ES256' }),
    crv: z.enum(['P-256', 'Ed25519']).optional().meta({ description: 'Curve of an EC or OKP key', example: 'P-256' }),
    x: coordinate('Member `x` of an EC or OKP key').meta({ example: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU' }),
    y: coordinate('EC: y').meta({ example: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' }),
    n: coordinate('RSA: modulus'),
    e: coordinate('RSA: exponent'),
  })
  .meta({ id: 'PublicKey' });

/** The keys of an account, at most five. */
export const publicKeysSchema = z
  .array(publicKeySchema)
  .max(maxPublicKeys, { error: fieldMessage('maxEntries', { count: maxPublicKeys }) });
/** An object of `publicKeySchema`. */
export type PublicKey = z.output<typeof publicKeySchema>;
