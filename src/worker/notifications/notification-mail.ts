import type { Kysely } from 'kysely';
import type { NotificationView } from '../../contract/collaboration/notification.ts';
import { resourceTypeOf } from '../../contract/resource-types/all-resource-types.ts';
import { readUserCaller } from '../../management/access/user/user-caller.ts';
import { languageOfUser } from '../../management/access/user/user-language.ts';
import { readNotifications } from '../../management/resources/notification/read-notifications.ts';
import { brandingOf } from '../../management/resources/settings/branding/read-branding.ts';
import { readSettings } from '../../management/resources/settings/read-settings.ts';
import type { Locale } from '../../messages/locales.ts';
import { translatorOf } from '../../messages/translator.ts';
import type { Database } from '../../platform/db/schema.ts';
import { mailBodies } from '../../platform/outgoing/mail-bodies.ts';
import type { Mail } from '../../platform/outgoing/mailer.ts';

/** Reads the mail of a notification. null if the user is archived or may not read the object. */
export async function readNotificationMail(
  database: Kysely<Database>,
  notification: { readonly id: number; readonly userId: number },
  publicUrl: string,
): Promise<Mail | null> {
  const { id, userId } = notification;
  const caller = await readUserCaller(database, userId);
  if (caller === null) return null;
  const [view] = await readNotifications(database, caller, { onlyUnread: false, limit: 1, offset: 0, id });
  if (view === undefined) return null;
  const [user, locale, settings] = await Promise.all([
    database
      .selectFrom('userAccount')
      .select('userAccount.email')
      .where('userAccount.id', '=', userId)
      .executeTakeFirstOrThrow(),
    languageOfUser(database, userId),
    readSettings(database),
  ]);
  const { name: account } = brandingOf(settings);
  const { senderName, to } = { senderName: settings.mailSenderName, to: user.email };
  return { to, senderName, attachment: null, ...contentOf(view, { locale, account, publicUrl }) };
}

function contentOf(
  { id, kind, objectKind, objectId, objectName, actorName, excerpt }: NotificationView,
  { locale, account, publicUrl }: { readonly locale: Locale; readonly account: string; readonly publicUrl: string },
): Pick<Mail, 'subject' | 'text' | 'html' | 'messageId'> {
  const t = translatorOf(locale);
  const actor = actorName ?? t('comment.label.unknownAuthor');
  const subject = t('comment.text.notification', { kind, actor, object: objectName });
  const { to } = resourceTypeOf(objectKind).page(objectId);
  const preferences = `${publicUrl}/preferences`;
  const bodies = mailBodies({
    locale,
    paragraphs: [subject, ...(excerpt === null ? [] : [excerpt])],
    action: { text: t('email.action.openObject', { object: objectName }), url: `${publicUrl}${to}` },
    footer: [t('email.text.notificationReason', { account, url: preferences })],
  });
  return { subject, ...bodies, messageId: `<notification-${id}@${new URL(publicUrl).hostname}>` };
}
