import { z } from 'zod';
import { type NotificationKind, notificationKinds } from './notification-kinds.ts';

const app = z.boolean().meta({ description: 'Whether the bell lists it. Default: true', example: true });
const email = z.boolean().meta({
  description: 'Whether it is sent by e-mail, if a mail server is configured. Default: false',
  example: false,
});

/** Same schema for each kind of notification. */
function ofEachKind<Schema extends z.ZodType>(schema: Schema): Record<NotificationKind, Schema> {
  return Object.fromEntries(notificationKinds.map((kind) => [kind, schema])) as Record<NotificationKind, Schema>;
}

const channels = z
  .strictObject({ app, email })
  .meta({ description: 'Channels of this kind. Both false: the user is not notified.' });

/** Channels of each kind of notification. Source: docs/decisions/0188-notification-mails.md. */
export const notificationPreferencesView = z.strictObject(ofEachKind(channels)).meta({ id: 'NotificationPreferences' });
/** A valid `notificationPreferencesView`. */
export type NotificationPreferencesView = z.output<typeof notificationPreferencesView>;

const channelsPatch = z
  .strictObject({ app: app.optional(), email: email.optional() })
  .optional()
  .meta({ description: 'New channels of this kind', example: { app: true, email: true } });

/** Changes channels of some kinds. Kinds and channels that are omitted stay unchanged. */
export const notificationPreferencesPatch = z
  .strictObject(ofEachKind(channelsPatch))
  .meta({ id: 'NotificationPreferencesPatch' });
/** A valid `notificationPreferencesPatch`. */
export type NotificationPreferencesPatch = z.output<typeof notificationPreferencesPatch>;
