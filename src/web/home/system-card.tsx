import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../i18n/t.ts';
import { engineStatusLabel, hostStatusLabel } from '../system/system-labels.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { hostsQuery } from './hosts-query.ts';

/** The hosts and data stores, for operators. */
export function SystemCard() {
  const { data, error } = useQuery(hostsQuery);
  return (
    <Paper mb="md" component="section" aria-label={t('shell.title.system')}>
      <Title order={2} mb="xs">
        {t('shell.title.system')}
      </Title>
      {error !== null && <ProblemAlert error={error} />}
      {data === undefined && error === null && <Skeleton height={72} />}
      <Stack gap={6}>
        {data?.hosts.map((host) => (
          <Row key={host.name} name={host.name} {...hostStatusLabel(host)} />
        ))}
        {data?.engines
          .filter(({ state }) => state !== 'unused')
          .map((engine) => (
            <Row key={engine.name} name={t(`system.engine.${engine.name}`)} {...engineStatusLabel(engine)} />
          ))}
      </Stack>
      <Text fz="sm" mt="xs" component="div">
        <TextLink to="/administration/system">{t('shell.action.showSystem')}</TextLink>
      </Text>
    </Paper>
  );
}

function Row({ name, ...status }: { readonly name: string } & Parameters<typeof ToneBadge>[0]) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <ToneBadge {...status} />
    </Group>
  );
}
