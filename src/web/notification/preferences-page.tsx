import { Alert, Checkbox, Text, VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getNotificationPreferences, updateNotificationPreferences } from '../../client/generated/sdk.gen.ts';
import type { NotificationPreferences } from '../../client/generated/types.gen.ts';
import { type NotificationKind, notificationKinds } from '../../contract/collaboration/notification-kinds.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { PageLoading } from '../ui/page/page-loading.tsx';
import { Section } from '../ui/page/section.tsx';
import classes from './preferences-page.module.css';

const key = ['notification-preferences'];

type Channel = 'app' | 'email';
type ChannelChange = { readonly kind: NotificationKind; readonly channel: Channel; readonly isOn: boolean };

/** The preferences of the signed-in user: the channels of each kind of notification. */
export function PreferencesPage() {
  const me = useMe();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => dataOf(getNotificationPreferences({ client })),
  });
  return (
    <Page title={t('comment.title.preferences')}>
      <Section title={t('comment.title.notifications')} lead={t('comment.text.preferences')}>
        {me.mailFrom === null ? (
          <Alert variant="light" color="gray" mb="sm" icon={<Icon name="info" />}>
            {t('comment.text.noMailServer')}
          </Alert>
        ) : (
          <Text fz="sm" c="dimmed" mb="sm">
            {t('comment.text.emailTo', { email: me.email ?? '' })}
          </Text>
        )}
        {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
        {error === null && data === undefined && <PageLoading />}
        {data !== undefined && <ChannelTable stored={data} canEmail={me.mailFrom !== null} />}
      </Section>
    </Page>
  );
}

function ChannelTable({ stored, canEmail }: { readonly stored: NotificationPreferences; readonly canEmail: boolean }) {
  const queries = useQueryClient();
  const save = useChange({
    nouns: key,
    change: async ({ kind, channel, isOn }: ChannelChange) => {
      const body = { [kind]: { [channel]: isOn } };
      const saved = await dataOf(updateNotificationPreferences({ client, body }));
      queries.setQueryData(key, saved);
      return saved;
    },
    done: t('comment.notice.preferencesSaved'),
  });
  const isOn = (kind: NotificationKind, channel: Channel): boolean => {
    const saving = save.isPending ? save.variables : undefined;
    return saving?.kind === kind && saving.channel === channel ? saving.isOn : stored[kind][channel];
  };
  const channels = [
    { channel: 'app', title: t('comment.label.inApp'), isDisabled: false },
    { channel: 'email', title: t('comment.label.byEmail'), isDisabled: !canEmail },
  ] as const;
  return (
    <table className={classes.table}>
      <VisuallyHidden component="caption">{t('comment.title.notifications')}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{t('comment.label.notificationKind')}</th>
          {channels.map(({ channel, title }) => (
            <th key={channel} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {t(`comment.notificationKind.${kind}`)}
              <Text component="span" display="block" fz="xs" c="dimmed">
                {t(`comment.notificationKindHint.${kind}`)}
              </Text>
            </th>
            {channels.map(({ channel, isDisabled }) => (
              <td key={channel}>
                <Checkbox
                  aria-label={labelOf(kind, channel)}
                  checked={isOn(kind, channel)}
                  disabled={isDisabled}
                  onChange={(event) => save.mutate({ kind, channel, isOn: event.currentTarget.checked })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function labelOf(kind: NotificationKind, channel: Channel): string {
  const values = { kind: t(`comment.notificationKind.${kind}`) };
  return channel === 'app' ? t('comment.label.kindInApp', values) : t('comment.label.kindByEmail', values);
}
