const signedHeaders = {
  'webhook-id': 'ID of the message, the same in each attempt',
  'webhook-timestamp': 'Time of this attempt, in seconds since 1970',
  'webhook-signature':
    '`v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body`, one for each valid secret, separated by spaces',
};

/** Request that is sent to webhooks, for `webhooks` of OpenAPI 3.1. Source: Standard Webhooks. */
export const describedWebhook = {
  post: {
    operationId: 'receiveEvent',
    summary: 'Sent to the URL of each webhook that subscribes to the event type',
    description: 'Repeated until the response is 2xx. A 410 ends the attempts.',
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
    responses: { '204': { description: 'Received' }, '410': { description: 'Stop sending' } },
  },
};
