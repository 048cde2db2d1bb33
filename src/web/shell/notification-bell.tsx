import { Button, Popover, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { listNotifications } from '../../client/generated/sdk.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { loadPageMessages } from '../i18n/activate-locale.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';

const refreshMs = 60_000;

const NotificationList = lazy(async () => {
  const [{ NotificationList: list }] = await Promise.all([
    import('../notification/notification-list.tsx'),
    loadPageMessages(),
  ]);
  return { default: list };
});

/** The number of unread notifications. Opens their list. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const { data: unread = 0 } = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: async () => (await listDataOf(listNotifications({ client, query: { unread: 'true', limit: 1 } }))).total,
    refetchInterval: refreshMs,
  });
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(400px, calc(100vw - 24px))"
      middlewares={{ shift: { padding: 12 }, flip: true }}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          px={6}
          aria-label={t('shell.label.notifications', { count: unread })}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="bell" size={18} />
          {unread > 0 && (
            <Text component="span" fz="xs" fw={700} ms={4} c="var(--mantine-color-text)">
              {unread > 99 ? '99+' : unread}
            </Text>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('shell.label.notifications', { count: unread })}>
        {isOpen && (
          <Suspense fallback={<Skeleton height={96} />}>
            <NotificationList close={() => setOpen(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
