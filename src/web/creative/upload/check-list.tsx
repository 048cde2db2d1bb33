import { Group, Stack, Text } from '@mantine/core';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/display/icon.tsx';

/** The failed checks of a creative. Errors prevent approval; a reviewer decides about warnings. */
export function CheckList({ checks }: { readonly checks: Creative['checks'] }) {
  if (checks.length === 0) return null;
  return (
    <Stack gap={4} component="ul" m={0} p={0} aria-label={t('creative.label.checks')}>
      {checks.map(({ code, severity, message }) => (
        <Group
          key={code}
          component="li"
          gap={6}
          wrap="nowrap"
          align="flex-start"
          c={`var(--placard-${tones[severity]})`}
        >
          <Icon name={severity === 'error' ? 'attention' : 'info'} />
          <Text fz="xs" component="span">
            {t(severity === 'error' ? 'creative.text.checkError' : 'creative.text.checkWarning', { message })}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

const tones = { error: 'bad', warning: 'warn' } as const;
