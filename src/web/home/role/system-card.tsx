import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/t.ts';
import { engineStatusLabel, hostStatusLabel } from '../../system/system-labels.ts';
import { ToneBadge } from '../../ui/display/badges.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { hostsQuery } from './hosts-query.ts';

/** The hosts and data stores, for operators. One line if all are healthy. */
export function SystemCard() {
  const { data, error } = useQuery(hostsQuery);
  const parts = [
    ...(data?.hosts ?? []).map((host) => ({ name: host.name, ...hostStatusLabel(host) })),
    ...(data?.engines ?? [])
      .filter(({ state }) => state !== 'unused')
      .map((engine) => ({ name: t(`system.engine.${engine.name}`), ...engineStatusLabel(engine) })),
  ];
  const link = (
    <TextLink to="/administration/system" fz="inherit">
      {t('shell.action.showSystem')}
    </TextLink>
  );
  if (data !== undefined && error === null && parts.every(({ tone }) => tone === 'good'))
    return (
      <Paper mb="md" component="section" aria-label={t('shell.title.system')}>
        <Group gap="md" fz="xs">
          <ToneBadge tone="good" text={t('shell.text.systemHealthy')} />
          {link}
        </Group>
      </Paper>
    );
  return (
    <Paper mb="md" component="section" aria-label={t('shell.title.system')}>
      <Title order={2} mb="xs">
        {t('shell.title.system')}
      </Title>
      {error !== null && <ProblemAlert error={error} />}
      {data === undefined && error === null && <Skeleton height={72} />}
      <Stack gap={6}>
        {parts.map(({ name, ...status }) => (
          <Group key={name} justify="space-between" wrap="nowrap" gap="sm">
            <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <ToneBadge {...status} />
          </Group>
        ))}
      </Stack>
      <Text fz="sm" mt="xs" component="div">
        {link}
      </Text>
    </Paper>
  );
}
