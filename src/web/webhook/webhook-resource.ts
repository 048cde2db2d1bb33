import { createWebhook, deleteWebhook, getWebhook, updateWebhook } from '../../client/generated/sdk.gen.ts';
import type { Webhook, WebhookBody } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const webhookResource: ResourceClient<Webhook> = {
  noun: 'webhooks',
  kind: 'webhooks',
  read: (id) => getWebhook({ client, path: { id } }),
  create: (body) => createWebhook({ client, body: body as WebhookBody }),
  patch: (id, body, etag) => updateWebhook({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteWebhook({ client, path: { id }, headers: { 'If-Match': etag } }),
};
