import { Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';

type ListedObject = { readonly id: number | string; readonly name: string };

/** A list of objects that need attention, with a link to all of them. */
export function AttentionCard<Item extends ListedObject>(props: {
  readonly title: string;
  readonly query: {
    readonly data: { readonly rows: readonly Item[]; readonly total: number } | undefined;
    readonly error: unknown;
  };
  readonly to: (item: Item) => string;
  /** Search parameters of the link. */
  readonly search?: (item: Item) => Readonly<Record<string, string>>;
  /** Shown next to the name. */
  readonly note: (item: Item) => ReactNode;
  readonly emptyText: string;
  readonly all?: ReactNode;
}) {
  const { data, error } = props.query;
  return (
    <Paper component="section" aria-label={props.title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={2}>{props.title}</Title>
        {data !== undefined && data.total > 0 && (
          <Badge variant="default" size="lg" className="figures">
            {data.total}
          </Badge>
        )}
      </Group>
      {error !== null && error !== undefined && <ProblemAlert error={error} />}
      {data === undefined && !error && <Skeleton height={72} />}
      {data !== undefined && data.rows.length === 0 && (
        <Text fz="sm" c="dimmed">
          {props.emptyText}
        </Text>
      )}
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {(data?.rows ?? []).map((item) => (
          <Group key={item.id} component="li" justify="space-between" wrap="nowrap" gap="sm">
            <TextLink
              to={props.to(item)}
              {...(props.search && { search: props.search(item) })}
              fz="sm"
              style={{ overflowWrap: 'anywhere' }}
            >
              {item.name}
            </TextLink>
            <Text fz="xs" c="dimmed" component="div" style={{ flex: 'none' }}>
              {props.note(item)}
            </Text>
          </Group>
        ))}
      </Stack>
      {data !== undefined && data.total > data.rows.length && props.all !== undefined && (
        <Text fz="sm" mt="xs" component="div">
          {props.all}
        </Text>
      )}
    </Paper>
  );
}
