import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { isScope, type Scope, scopes } from '../../../contract/access/scopes.ts';
import {
  type ServiceAccountBody,
  serviceAccountBody,
  serviceAccountView,
  serviceAccountWithSecretView,
} from '../../../contract/access/service-account.ts';
import { serviceAccountType } from '../../../contract/resource-types/service-account.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { KeyedAnswer } from '../../api/call/answer-once.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { changeObject, createObject } from '../../api/resource/change-object.ts';
import { choiceInListFilter, textFilter } from '../../api/resource/list-filters.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams, registerResource } from '../../api/resource/register-resource.ts';
import { archivedError } from '../../records/common-changes.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import {
  type Columns,
  commonFields,
  type Resource,
  type Row,
  readRow,
  type WriteContext,
} from '../../records/resource.ts';
import type { Caller } from '../caller.ts';
import { hashClientSecret, maxSecretsAtOnce, newClientId, newClientSecret, storedHashes } from './client-secret.ts';
import { usablePublicKeys } from './public-keys.ts';

type ServiceAccountResource = Resource<
  'serviceAccount',
  typeof serviceAccountBody,
  z.output<typeof serviceAccountView>
>;

const serviceAccountResource: ServiceAccountResource = {
  ...serviceAccountType,
  table: 'serviceAccount',
  body: serviceAccountBody,
  view: serviceAccountView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      clientId: row.clientId,
      scopes: row.scopes.filter(isScope),
      publicKeys: row.publicKeys,
      secrets: row.secretHashes.map(({ createdAt }) => ({ createdAt })),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    })),
  async columns(body, write) {
    const { current } = write;
    if (current === null) throw new Error('a service account cannot be created without a secret');
    await requireWithinOwn(write, [...body.scopes, ...current.scopes]);
    const { clientId, lastUsedAt } = current;
    const columns = { ...fields(body), clientId, lastUsedAt };
    // An account with keys has no secrets, also after the keys are removed.
    return hasKeys(body) ? { ...columns, secretHashes: '[]' } : columns;
  },
  requiredActive: () => [],
  async archivedColumns(write) {
    await requireWithinOwn(write, write.current.scopes);
    return {};
  },
  // Its secrets and tokens may have been disclosed while it was archived.
  async unarchivedColumns(write) {
    await requireWithinOwn(write, write.current.scopes);
    return { secretHashes: '[]', tokenGeneration: write.current.tokenGeneration + 1 };
  },
  filters: {
    scope: choiceInListFilter('serviceAccount.scopes', scopes, 'Scope of the account'),
    clientId: textFilter('serviceAccount.clientId', 'Client id'),
    externalId: textFilter('serviceAccount.externalId', 'External id'),
  },
  searchColumns: ['name', 'clientId'],
};

/**
 * Registers `/service-accounts` and their secrets. A secret is shown once, in the response of the call that creates it.
 */
export function registerServiceAccountRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, serviceAccountResource, { without: ['create', 'archive'] });
  registerCreate(app, services);
  registerArchive(app, services);
  registerNewSecret(app, services);
}

function registerCreate(app: FastifyInstance, services: ManagementServices): void {
  app.post('/service-accounts', {
    config: { scope: 'service-accounts:write' },
    schema: operationSchema({
      tag: 'Access',
      operationId: 'createServiceAccount',
      summary: 'Create a service account',
      description: 'The client secret appears only in this response. A response to a repeated request omits it.',
      scope: 'service-accounts:write',
      body: serviceAccountBody,
      answers: 'created',
      view: serviceAccountWithSecretView,
    }),
    handler(request, reply) {
      const body = request.body as ServiceAccountBody;
      const clientSecret = hasKeys(body) ? null : newClientSecret();
      const resource: ServiceAccountResource = {
        ...serviceAccountResource,
        async columns(given, write) {
          await requireWithinOwn(write, given.scopes);
          const hash = clientSecret === null ? null : hashClientSecret(services.secret, clientSecret);
          return newColumns(given, hash);
        },
      };
      return createObject({ services, request, reply }, resource, body, {
        shown: withSecret(clientSecret),
      });
    },
  });
}

function registerArchive(app: FastifyInstance, services: ManagementServices): void {
  app.delete('/service-accounts/:id', {
    config: { scope: 'service-accounts:write' },
    schema: operationSchema({
      tag: 'Access',
      operationId: 'deleteServiceAccount',
      summary: 'Archive a service account',
      description: 'The account receives no new tokens. Its existing tokens are refused from the next call.',
      scope: 'service-accounts:write',
      params: idParams('service account'),
      answers: 'changed',
      view: serviceAccountView,
    }),
    handler: (request, reply) =>
      changeObject({ services, request, reply }, serviceAccountResource, {
        id: idOfPath(request.params),
        action: 'archive',
        version: 'required',
        async change(write) {
          if (write.current.archivedAt !== null) return null;
          await requireWithinOwn(write, write.current.scopes);
          return { columns: { archivedAt: new Date() } };
        },
      }),
  });
}

function registerNewSecret(app: FastifyInstance, services: ManagementServices): void {
  app.post('/service-accounts/:id/secrets', {
    config: { scope: 'service-accounts:write' },
    schema: operationSchema({
      tag: 'Access',
      operationId: 'addServiceAccountSecret',
      summary: 'Add a secret to a service account',
      description: 'The newest two secrets are valid, so that a secret can be replaced without an outage.',
      scope: 'service-accounts:write',
      params: idParams('service account'),
      answers: 'acted',
      view: serviceAccountWithSecretView,
    }),
    handler(request, reply) {
      const clientSecret = newClientSecret();
      const id = idOfPath(request.params);
      return changeObject({ services, request, reply }, serviceAccountResource, {
        id,
        action: 'add-secret',
        version: 'optional',
        answer: { shown: withSecret(clientSecret) },
        async change(write) {
          if (write.current.archivedAt !== null) throw archivedError(serviceAccountResource, id);
          if (write.current.publicKeys.length > 0) {
            throw new DomainError('not_permitted', { detail: detailMessage('noSecrets') });
          }
          await requireWithinOwn(write, write.current.scopes);
          return { columns: { secretHashes: addedHash(write, hashClientSecret(services.secret, clientSecret)) } };
        },
      });
    },
  });
}

function addedHash(write: WriteContext<'serviceAccount'> & { readonly current: Row<'serviceAccount'> }, hash: string) {
  return storedHashes(hash, write.current.secretHashes.slice(0, maxSecretsAtOnce - 1));
}

function fields(body: ServiceAccountBody) {
  return {
    name: body.name,
    externalId: body.externalId ?? null,
    scopes: body.scopes,
    publicKeys: JSON.stringify(usablePublicKeys(body.publicKeys ?? [])),
  };
}

function hasKeys(body: ServiceAccountBody): boolean {
  return (body.publicKeys ?? []).length > 0;
}

function newColumns(body: ServiceAccountBody, hash: string | null): Columns<'serviceAccount'> {
  return { ...fields(body), clientId: newClientId(), secretHashes: hash === null ? '[]' : storedHashes(hash) };
}

function withSecret(clientSecret: string | null): (answer: KeyedAnswer) => KeyedAnswer {
  return (answer) => ({ ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), clientSecret }) });
}

/**
 * Refuses to grant, change or take over scopes that the caller does not have. Checks the current account of the caller
 * in addition to the token, so that an archived account cannot create a successor with its last valid token.
 */
async function requireWithinOwn(
  { transaction, caller }: Pick<WriteContext<'serviceAccount'>, 'transaction' | 'caller'>,
  wanted: readonly string[],
): Promise<void> {
  const own = await scopesNow(transaction, caller);
  if (own === null) throw new DomainError('not_permitted', { detail: detailMessage('callerArchived') });
  const beyond = wanted.filter((scope) => !caller.scopes.has(scope as Scope) || !own.includes(scope));
  if (beyond.length === 0) return;
  throw new DomainError('not_permitted', { detail: detailMessage('callerLacks', { scopes: beyond.join(', ') }) });
}

/**
 * Returns the current scopes of the caller. The user was read for this call; a token may be minutes old. null if the
 * account is archived.
 */
async function scopesNow(transaction: Transaction<Database>, caller: Caller): Promise<readonly string[] | null> {
  if (caller.kind === 'user') return [...caller.scopes];
  const row = await readRow(transaction, {
    table: 'serviceAccount',
    id: caller.id,
    reach: 'everything',
    lock: 'share',
  });
  return row === undefined || row.archivedAt !== null ? null : row.scopes;
}
