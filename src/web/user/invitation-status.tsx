import { Text } from '@mantine/core';
import type { User } from '../../client/generated/types.gen.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { ArchivedBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Instant } from '../ui/time/instant.tsx';

/** The status of a user: archived, invited, or active. */
export function UserStatus({ user }: { readonly user: User }) {
  const { archivedAt, invitation, hasPassword } = user;
  if (archivedAt !== null) return <ArchivedBadge />;
  if (invitation === null || hasPassword) return <ToneBadge text={t('common.label.active')} tone="good" />;
  const isExpired = isPast(invitation.expiresAt);
  return (
    <>
      <ToneBadge
        text={t(isExpired ? 'access.label.invitationExpired' : 'access.label.invited')}
        tone={isExpired ? 'bad' : 'waiting'}
      />
      <Text fz="xs" c="dimmed">
        <InvitationExpiry expiresAt={invitation.expiresAt} />
      </Text>
    </>
  );
}

/** The time at which the link of an invitation expires or has expired. */
export function InvitationExpiry({ expiresAt }: { readonly expiresAt: string }) {
  const id = isPast(expiresAt) ? 'access.text.linkExpired' : 'access.text.invitationExpires';
  return <RichText id={id} values={{ time: <Instant at={expiresAt} /> }} />;
}

function isPast(time: string): boolean {
  return Date.parse(time) <= Date.now();
}
