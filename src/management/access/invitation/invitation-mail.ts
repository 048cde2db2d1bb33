import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { InvitationEmail } from '../../../contract/access/invitation.ts';
import type { userView } from '../../../contract/access/user.ts';
import { formatTags } from '../../../messages/locales.ts';
import { translatorOf } from '../../../messages/translator.ts';
import { mailBodies } from '../../../platform/outgoing/mail-bodies.ts';
import { MailError, openMailer } from '../../../platform/outgoing/mailer.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { brandingOf } from '../../resources/settings/branding/read-branding.ts';
import { readSettings } from '../../resources/settings/read-settings.ts';
import { languageOfUser } from '../user/user-language.ts';

/** Timeouts of the mail server. The administrator waits for the result. */
const patience = { inactivityMs: 5_000, totalMs: 10_000 };

type SentInvitation = {
  /** Name of the caller who invites. */
  readonly inviter: string;
  readonly user: z.output<typeof userView>;
  readonly link: string;
  readonly expiresAt: Date;
};

/**
 * Sends the link of an invitation to the user, in the language of the user. Tries once, because the caller gets the link
 * too, and the result.
 */
export async function mailInvitation(
  { config, database, log }: ManagementServices,
  { inviter, user, link, expiresAt }: SentInvitation,
): Promise<InvitationEmail> {
  if (config.mail === null) return 'not_configured';
  const [settings, locale] = await Promise.all([readSettings(database), languageOfUser(database, user.id)]);
  const t = translatorOf(locale);
  const { name: account } = brandingOf(settings);
  const format = new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  const { hasPassword, email } = user;
  const content = {
    locale,
    paragraphs: [
      hasPassword
        ? t('email.text.passwordLink', { email, account })
        : t('email.text.invitation', { inviter, account, email }),
    ],
    action: { text: t(hasPassword ? 'email.action.setNewPassword' : 'email.action.acceptInvitation'), url: link },
    footer: [t('email.text.linkExpires', { time: format.format(expiresAt) }), t('email.text.ignoreInvitation')],
  };
  try {
    await openMailer(config.mail, patience).send({
      to: email,
      senderName: settings.mailSenderName,
      subject: hasPassword
        ? t('email.text.passwordLinkSubject', { account })
        : t('email.text.invitationSubject', { inviter, account }),
      ...mailBodies(content),
      messageId: `<invitation-${randomUUID()}@${new URL(config.publicUrl).hostname}>`,
      attachment: null,
    });
    return 'sent';
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    log.warn({ userId: user.id, err: error }, 'The e-mail of an invitation was not sent');
    return 'failed';
  }
}
