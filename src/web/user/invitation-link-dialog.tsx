import type { InvitedUser } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { SecretDialog } from '../ui/dialog/secret-dialog.tsx';

const texts = {
  sent: 'access.text.linkSent',
  failed: 'access.text.linkNotSent',
  not_configured: 'access.text.linkToCopy',
  not_requested: 'access.text.linkToCopy',
} as const;

/** Shows the link of an invitation once, and whether it was sent by email. */
export function InvitationLinkDialog({
  invited,
  close,
}: {
  readonly invited: InvitedUser;
  readonly close: () => void;
}) {
  const { name, email, invitationEmail, invitationLink } = invited;
  return (
    <SecretDialog
      title={t('access.title.linkFor', { name })}
      text={t(texts[invitationEmail], { email })}
      secret={{ label: t('access.label.link'), text: invitationLink }}
      closeText={t('access.action.linkCopied')}
      close={close}
    />
  );
}
