import { AdcpError } from '@adcp/sdk/server';
import { z } from 'zod';

const maxUrl = 2_000;
const maxToken = 255;
const maxCredentials = 4_096;
/** A Bearer credential is a header value. */
const visible = /^[\x21-\x7e]+$/;

/** Source: AdCP 3.0, `push-notification-config`. */
const config = z.object({
  url: z.url({ protocol: /^https?$/ }).max(maxUrl),
  token: z.string().min(16).max(maxToken).regex(visible).optional(),
  authentication: z
    .object({
      schemes: z.tuple([z.enum(['Bearer', 'HMAC-SHA256'])]),
      credentials: z.string().min(32).max(maxCredentials).regex(visible),
    })
    .optional(),
});

/** Receiver of a notification. With `authentication`, messages have no signature. */
export type NotificationReceiver = z.output<typeof config>;

/** Returns the receiver that the arguments of a call state. null: none. Throws for an invalid one. */
export function receiverOfCall(toolArguments: Readonly<Record<string, unknown>>): NotificationReceiver | null {
  const given = toolArguments['push_notification_config'];
  if (given === undefined || given === null) return null;
  const { data, error } = config.safeParse(given);
  if (data !== undefined && new URL(data.url).username === '') return data;
  const path = error?.issues[0]?.path.join('.') ?? 'url';
  throw new AdcpError('INVALID_REQUEST', {
    message: 'The receiver of notifications is invalid',
    field: `push_notification_config${path === '' ? '' : `.${path}`}`,
  });
}
