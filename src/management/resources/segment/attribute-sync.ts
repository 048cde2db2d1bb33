import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { instantSchema } from '../../../contract/common/common.ts';
import { fold } from '../../../core/targeting/fold.ts';
import { identifierRule, isIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { authenticateEveryCall } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { parseBody } from '../../records/field-errors.ts';
import { createMemberHash } from './member-hash.ts';
import { attributeCode, storeAttributes } from './store-attributes.ts';

const maxEntries = 10_000;
const maxAttributes = 100;
const maxValues = 100;
const maxBodyBytes = 16 * 1024 * 1024;
const name = z.string().regex(/^[\w.-]{1,40}$/, { error: 'must have 1 to 40 characters: letters, digits, _ . -' });

/** Body in the format of existing back ends. Unknown members are ignored. Source: wire-protocol 10.4. */
const syncBody = z.object({
  reportDateTimeValid: instantSchema,
  entries: z
    .array(
      z.object({
        identifier: z.object({
          name: z.string().regex(/^[\w.-]{1,64}$/, { error: 'must have 1 to 64 characters: letters, digits, _ . -' }),
          value: z.string().refine(isIdentifier, { error: identifierRule }),
        }),
        attributes: z
          .array(
            z.object({
              name,
              value: z
                .array(
                  z
                    .string()
                    .max(50)
                    .regex(/[\p{L}\p{Nd}]/u, { error: 'must contain a letter or a digit' }),
                )
                .max(maxValues),
            }),
          )
          .max(maxAttributes),
      }),
    )
    .min(1)
    .max(maxEntries),
});

/**
 * Registers `POST /usersync/attributesync`: attributes of users sent by back ends, as segments `<attribute>:<value>`.
 * They are stored in the database before the response, only under the key of the member, and soon after in files.
 * Source: docs/decisions/0111-attribute-sync.md.
 */
export async function registerAttributeSync(app: FastifyInstance, services: ManagementServices): Promise<void> {
  const { database, secret } = services;
  const hash = createMemberHash(secret, 'segment-member');
  await app.register(
    async (sync) => {
      authenticateEveryCall(sync, services);
      sync.post('/attributesync', {
        config: { scope: 'user-sync:write' },
        schema: { hide: true },
        bodyLimit: maxBodyBytes,
        async handler(request, reply) {
          const { reportDateTimeValid, entries } = parseBody(syncBody, request.body);
          const saidAt = new Date(reportDateTimeValid);
          const rows = entries.flatMap(({ identifier, attributes }) => {
            const { low, high } = hash(identifier.name, identifier.value);
            return attributes.map((attribute) => ({
              low,
              high,
              attribute: fold(attribute.name),
              codes: [...new Set(attribute.value.map((value) => attributeCode(attribute.name, value)))],
              saidAt,
            }));
          });
          await database.transaction().execute((transaction) => storeAttributes(transaction, rows));
          return reply.code(200).send({ entries: entries.length });
        },
      });
    },
    { prefix: '/usersync' },
  );
}
