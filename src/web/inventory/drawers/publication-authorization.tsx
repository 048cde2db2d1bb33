import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { checkPublicationAuthorization, getPublicationAuthorization } from '../../../client/generated/sdk.gen.ts';
import type { DomainAuthorization, Publication } from '../../../client/generated/types.gen.ts';
import type { AuthorizationStatus } from '../../../core/vocabulary/codes/selling-codes.ts';
import { client, dataOf } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import type { Tone } from '../../labels/status-labels.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { ToneBadge } from '../../ui/display/badges.tsx';
import { CodeLines } from '../../ui/display/code-text.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { RelativeInstant } from '../../ui/time/relative-instant.tsx';

const noun = 'publication-authorization';

const tones: Readonly<Record<AuthorizationStatus, Tone>> = {
  authorized: 'good',
  not_listed: 'bad',
  missing: 'waiting',
  redirected: 'bad',
  invalid: 'bad',
  private_address: 'bad',
  too_large: 'bad',
  unreachable: 'waiting',
};

/** The authorization files of a publication: results of the last check, and the texts to publish. */
export function PublicationAuthorization({ publication }: { readonly publication: Publication }) {
  const me = useMe();
  const queries = useQueryClient();
  const path = { id: publication.id };
  const key = [noun, publication.id, publication.version];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => dataOf(getPublicationAuthorization({ client, path })),
  });
  const check = useChange({
    nouns: [],
    change: () => dataOf(checkPublicationAuthorization({ client, path })),
    onDone: (answer) => queries.setQueryData(key, answer),
    done: t('inventory.text.authorizationChecked'),
  });
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined || publication.domains.length === 0) return null;
  return (
    <Box mb="lg" component="section">
      <Group justify="space-between" mb="xs">
        <Title order={3}>{t('inventory.title.authorization')}</Title>
        {data.sellerDomain !== null && me.may('inventory:write') && (
          <Button size="compact-sm" variant="default" loading={check.isPending} onClick={() => check.mutate(undefined)}>
            {t('inventory.action.checkAuthorization')}
          </Button>
        )}
      </Group>
      {data.sellerDomain === null ? (
        <Text fz="sm" c="dimmed">
          {t('inventory.text.noSellerDomain')}{' '}
          {me.may('settings:read') && (
            <TextLink to="/administration/settings" fz="sm">
              {t('inventory.action.openSettings')}
            </TextLink>
          )}
        </Text>
      ) : (
        <Stack gap="sm">
          {data.domains.map((domain) => (
            <DomainFiles key={domain.domain} {...domain} />
          ))}
        </Stack>
      )}
    </Box>
  );
}

function DomainFiles({ domain, checkedAt, files, adagents, reference, adsTxt }: DomainAuthorization) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const texts = [
    { file: '/.well-known/adagents.json', text: adagents, note: t('inventory.hint.adagents') },
    { file: '/.well-known/adagents.json', text: reference, note: t('inventory.hint.adagentsReference') },
    { file: '/ads.txt', text: adsTxt.join('\n'), note: t('inventory.hint.adsTxt') },
  ];
  return (
    <Box>
      <Group justify="space-between" gap="xs">
        <Text fz="sm" fw={500}>
          {domain}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'inventory.action.hideTexts' : 'inventory.action.showTexts', { domain })}
        </Button>
      </Group>
      <Group gap="xs" mt={4}>
        {files.map(({ file, status }) => (
          <ToneBadge
            key={file}
            text={`${file}: ${t(`inventory.authorization.${status}`)}`}
            tone={tones[status]}
            hint={t(`inventory.authorizationHint.${status}`)}
          />
        ))}
      </Group>
      <Text fz="xs" c="dimmed" mt={4}>
        {checkedAt === null ? (
          t('inventory.text.notChecked')
        ) : (
          <>
            {t('inventory.label.lastCheck')} <RelativeInstant at={checkedAt} />
          </>
        )}
      </Text>
      <Box id={id}>
        {isOpen &&
          texts.map(({ file, text, note }) => (
            <Box key={text} mt="xs">
              <Text fz="xs" c="dimmed" mb={4}>
                {note}
              </Text>
              <CodeLines
                text={text}
                label={t('inventory.action.copyFile', { file: `${domain}${file}` })}
                region={`${domain}: ${note}`}
              />
            </Box>
          ))}
      </Box>
    </Box>
  );
}
