import { ActionIcon, Box, Button, Group, ScrollArea, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listNotifications, readNotifications, updateNotification } from '../../client/generated/sdk.gen.ts';
import type { Notification } from '../../client/generated/types.gen.ts';
import { resourceTypeOf } from '../../contract/resource-types/all-resource-types.ts';
import { client, dataOf, listDataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { RelativeInstant } from '../ui/time/relative-instant.tsx';
import classes from './notification-list.module.css';

const pageSize = 20;
const nouns = ['notifications'];

/** The notifications of the user, unread first. Each links to its object. */
export function NotificationList({ close }: { readonly close: () => void }) {
  const [limit, setLimit] = useState(pageSize);
  const { data, error, refetch } = useQuery({
    queryKey: ['notifications', 'list', limit],
    queryFn: () => listDataOf(listNotifications({ client, query: { limit } })),
    placeholderData: keepPreviousData,
  });
  const mark = useChange({
    nouns,
    change: (id: number) => dataOf(updateNotification({ client, path: { id }, body: { read: true } })),
  });
  const rows = data?.rows ?? [];
  const markAll = useChange({
    nouns,
    change: (newestId: number) => dataOf(readNotifications({ client, body: { newestId } })),
  });
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="md">
          {t('comment.title.notifications')}
        </Title>
        {rows.some(({ readAt }) => readAt === null) && (
          <Button
            size="compact-xs"
            variant="default"
            loading={markAll.isPending}
            onClick={() => markAll.mutate(Math.max(...rows.map(({ id }) => id)))}
          >
            {t('comment.action.markAllRead')}
          </Button>
        )}
      </Group>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data?.total === 0 && (
        <Text fz="sm" c="dimmed" role="status">
          {t('comment.text.noNotifications')}
        </Text>
      )}
      <ScrollArea.Autosize mah="60vh">
        <ul className={classes.list}>
          {rows.map((row) => (
            <NotificationEntry
              key={row.id}
              row={row}
              mark={() => mark.mutate(row.id)}
              open={() => {
                if (row.readAt === null) mark.mutate(row.id);
                close();
              }}
            />
          ))}
        </ul>
        {data !== undefined && data.total > rows.length && (
          <Button size="xs" variant="default" fullWidth onClick={() => setLimit(limit + pageSize)}>
            {t('comment.action.showMore')}
          </Button>
        )}
      </ScrollArea.Autosize>
      <Box mt="xs" onClick={close}>
        <TextLink to="/preferences" fz="sm">
          {t('comment.action.openPreferences')}
        </TextLink>
      </Box>
    </>
  );
}

function NotificationEntry(props: {
  readonly row: Notification;
  readonly mark: () => void;
  readonly open: () => void;
}) {
  const { row } = props;
  const isUnread = row.readAt === null;
  const actor = row.actorName ?? t('comment.label.unknownAuthor');
  const { to } = resourceTypeOf(row.objectKind).page(row.objectId);
  return (
    <li className={classes.entry}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Box miw={0} className={classes.text} onClick={props.open}>
          <TextLink to={to} fz="sm" fw={isUnread ? 600 : 400}>
            {t('comment.text.notification', { kind: row.kind, actor, object: row.objectName })}
          </TextLink>
          {row.excerpt !== null && (
            <Text fz="sm" lineClamp={2}>
              {row.excerpt}
            </Text>
          )}
          <Text fz="xs" c="dimmed">
            <RelativeInstant at={row.createdAt} />
            {isUnread && ` · ${t('comment.label.unread')}`}
          </Text>
        </Box>
        {isUnread && (
          <ActionIcon variant="subtle" color="gray" aria-label={t('comment.action.markRead')} onClick={props.mark}>
            <Icon name="check" />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}
