const signedHeaders = {
  'webhook-id': 'Id of the message, the same in each attempt',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970',
  'webhook-signature':
    '`v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body`, by each valid secret, with spaces between',
};

/** What the address of a webhook is called with, for the `webhooks` of OpenAPI 3.1. Source: Standard Webhooks. */
export const describedWebhook = {
  post: {
    operationId: 'receiveEvent',
    summary: 'Sent to the address of each webhook that wants the type of the event',
    description: 'Repeated until it is answered by 2xx; 410 ends it.',
    tags: ['Webhooks'],
    security: [],
    parameters: Object.entries(signedHeaders).map(([name, description]) => ({
      in: 'header' as const,
      name,
      required: true,
      description,
      schema: { type: 'string' as const },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookEvent' } } },
    },
    responses: { '204': { description: 'It has arrived' }, '410': { description: 'Send no more' } },
  },
};
