import { Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';

type Listed = { readonly id: number | string; readonly name: string };

/** A few of what needs somebody, and the way to all of them. */
export function AttentionCard<One extends Listed>(props: {
  readonly title: string;
  readonly query: {
    readonly data: { readonly rows: readonly One[]; readonly total: number } | undefined;
    readonly error: unknown;
  };
  readonly to: (one: One) => string;
  /** What stands in the address behind it. */
  readonly search?: (one: One) => Readonly<Record<string, string>>;
  /** Beside the name. */
  readonly note: (one: One) => ReactNode;
  readonly nothing: string;
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
          {props.nothing}
        </Text>
      )}
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {(data?.rows ?? []).map((one) => (
          <Group key={one.id} component="li" justify="space-between" wrap="nowrap" gap="sm">
            <TextLink
              to={props.to(one)}
              {...(props.search && { search: props.search(one) })}
              fz="sm"
              style={{ overflowWrap: 'anywhere' }}
            >
              {one.name}
            </TextLink>
            <Text fz="xs" c="dimmed" component="div" style={{ flex: 'none' }}>
              {props.note(one)}
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
