import { Badge, Box, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../ui/display/icon.tsx';
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
  /** Shown below the name. */
  readonly detail?: (item: Item) => ReactNode;
  /** Shown next to the name. */
  readonly note: (item: Item) => ReactNode;
  readonly emptyText: string;
  readonly all?: ReactNode;
}) {
  const { data, error } = props.query;
  if (data?.total === 0) return <EmptyCard title={props.title} text={props.emptyText} />;
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
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {(data?.rows ?? []).map((item) => (
          <Group key={item.id} component="li" justify="space-between" wrap="nowrap" gap="sm">
            <Box miw={0}>
              <TextLink
                to={props.to(item)}
                {...(props.search && { search: props.search(item) })}
                fz="sm"
                style={{ overflowWrap: 'anywhere' }}
              >
                {item.name}
              </TextLink>
              {props.detail !== undefined && (
                <Text fz="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
                  {props.detail(item)}
                </Text>
              )}
            </Box>
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

/** A list without objects: small, and after the lists with objects. */
function EmptyCard({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Paper component="section" aria-label={title} p="sm" style={{ order: 1 }}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Box c="teal" lh={1} mt={2}>
          <Icon name="done" />
        </Box>
        <Box>
          <Title order={2} fz="sm">
            {title}
          </Title>
          <Text fz="sm" c="dimmed">
            {text}
          </Text>
        </Box>
      </Group>
    </Paper>
  );
}
