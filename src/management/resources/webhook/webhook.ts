/*
 * Webhooks.
 *
 * - `webhook.ts`: the resource. `webhook-secrets.ts`, `sign-webhook.ts`: signatures by Standard Webhooks.
 * - `queue-deliveries.ts`: a delivery per webhook, in the transaction of the change. `read-deliveries.ts`,
 *   `delivery-routes.ts`: the log.
 *
 * `worker/webhooks` sends deliveries. See docs/decisions/0050-webhooks.md.
 */

import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { webhookType } from '../../../contract/resource-types/webhook.ts';
import {
  type WebhookBody,
  webhookBody,
  webhookView,
  webhookWithSecretView,
} from '../../../contract/webhook/webhook.ts';
import { maxWebhooks } from '../../../core/vocabulary/limits/webhook-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { KeyedAnswer } from '../../api/call/answer-once.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { changeObject, createObject } from '../../api/resource/change-object.ts';
import { booleanFilter, textFilter } from '../../api/resource/list-filters.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams, registerResource } from '../../api/resource/register-resource.ts';
import { archivedError } from '../../records/common-changes.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { commonFields, type Resource, type Row } from '../../records/resource.ts';
import { addDeliveryLog } from './delivery-routes.ts';
import { newWebhookSecret } from './sign-webhook.ts';
import { validSecrets, withNewSecret } from './webhook-secrets.ts';

type WebhookResource = Resource<'webhook', typeof webhookBody, z.output<typeof webhookView>>;

/**
 * Registers `/webhooks`: URLs that receive events. Callers with the scope see all webhooks and events of all media
 * partners, so advertisers do not have it. Source: docs/decisions/0050-webhooks.md.
 */
export function registerWebhookRoutes(app: FastifyInstance, services: ManagementServices): void {
  const resource = webhookResource(services.nowMs ?? Date.now);
  registerResource(app, services, resource, { without: ['create'] });
  registerCreate(app, services, resource);
  registerNewSecret(app, services, resource);
  addDeliveryLog(app, services);
}

function webhookResource(nowMs: () => number): WebhookResource {
  return {
    ...webhookType,
    table: 'webhook',
    body: webhookBody,
    view: webhookView,
    present: (rows) => rows.map((row) => present(row, nowMs())),
    columns(body, { current }) {
      if (current === null) throw new Error('a webhook cannot be created without its secret');
      return { ...fields(body), ...(isNewStart(body, current) ? newStart : {}), sealedSecrets: stored(current) };
    },
    filters: {
      active: booleanFilter('webhook.active', 'Whether events are sent'),
      externalId: textFilter('webhook.externalId', 'External id'),
    },
    searchColumns: ['name', 'url'],
  };
}

function present(row: Row<'webhook'>, nowMs: number): z.output<typeof webhookView> {
  return {
    ...commonFields(row),
    url: row.url,
    eventTypes: row.eventTypes as WebhookBody['eventTypes'],
    active: row.active,
    description: row.description,
    secrets: validSecrets(row.sealedSecrets, nowMs).map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt })),
    failingSince: row.failingSince?.toISOString() ?? null,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    disabledReason: row.disabledReason as 'gone' | 'failing' | null,
  };
}

function fields(body: WebhookBody) {
  return {
    name: body.name,
    externalId: body.externalId ?? null,
    url: body.url,
    eventTypes: [...new Set(body.eventTypes)],
    active: body.active,
    description: body.description ?? null,
  };
}

/** Returns whether the webhook was activated or its URL changed, so that earlier failures no longer apply. */
function isNewStart(body: WebhookBody, current: Row<'webhook'>): boolean {
  return body.active && (!current.active || body.url !== current.url);
}

const newStart = { failingSince: null, disabledAt: null, disabledReason: null };

function stored({ sealedSecrets }: Row<'webhook'>): string {
  return JSON.stringify(sealedSecrets);
}

function registerCreate(app: FastifyInstance, services: ManagementServices, resource: WebhookResource): void {
  const nowMs = services.nowMs ?? Date.now;
  app.post('/webhooks', {
    config: { scope: 'webhooks:write' },
    schema: operationSchema({
      tag: resource.tag,
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      description:
        'The secret appears only in this response. A response to a repeated request omits it. The schema `WebhookEvent` describes the requests.',
      scope: 'webhooks:write',
      body: webhookBody,
      answers: 'created',
      view: webhookWithSecretView,
    }),
    handler(request, reply) {
      const secret = newWebhookSecret();
      const withSecret: WebhookResource = {
        ...resource,
        async columns(body, { transaction }) {
          await requireQuota(transaction);
          const options = { deploymentSecret: services.secret, nowMs: nowMs() };
          return { ...fields(body), sealedSecrets: withNewSecret(secret, [], options) };
        },
      };
      return createObject({ services, request, reply }, withSecret, request.body as WebhookBody, {
        shown: showing(secret),
      });
    },
  });
}

/** Two concurrent creations may exceed the limit by one, which is harmless. */
async function requireQuota(database: Kysely<Database>): Promise<void> {
  const { count } = await database
    .selectFrom('webhook')
    .select(sql<number>`count(*)`.as('count'))
    .where('webhook.archivedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (count < maxWebhooks) return;
  throw new DomainError('not_permitted', { detail: detailMessage('maxWebhooks', { count: maxWebhooks }) });
}

function registerNewSecret(app: FastifyInstance, services: ManagementServices, resource: WebhookResource): void {
  const nowMs = services.nowMs ?? Date.now;
  app.post('/webhooks/:id/secrets', {
    config: { scope: 'webhooks:write' },
    schema: operationSchema({
      tag: resource.tag,
      operationId: 'addWebhookSecret',
      summary: 'Create a new secret for a webhook',
      description:
        'Messages are also signed with the previous secret for a day, so that it can be replaced without an outage.',
      scope: 'webhooks:write',
      params: idParams('webhook'),
      answers: 'acted',
      view: webhookWithSecretView,
    }),
    handler(request, reply) {
      const secret = newWebhookSecret();
      const id = idOfPath(request.params);
      return changeObject({ services, request, reply }, resource, {
        id,
        action: 'add-secret',
        version: 'optional',
        answer: { shown: showing(secret) },
        async change({ current }) {
          if (current.archivedAt !== null) throw archivedError(resource, id);
          const options = { deploymentSecret: services.secret, nowMs: nowMs() };
          return { columns: { sealedSecrets: withNewSecret(secret, current.sealedSecrets, options) } };
        },
      });
    },
  });
}

function showing(secret: string): (answer: KeyedAnswer) => KeyedAnswer {
  return (answer) => ({ ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), secret }) });
}
