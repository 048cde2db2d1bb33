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
        <Group key={code} component="li" gap={6} wrap="nowrap" align="flex-start" c={tones[severity]}>
          <Icon name={severity === 'error' ? 'attention' : 'info'} />
          <Text fz="xs" component="span">
            {t(texts[severity], { message })}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

const tones = { error: 'var(--placard-bad)', warning: 'var(--placard-warn)', info: 'dimmed' } as const;
const texts = {
  error: 'creative.text.checkError',
  warning: 'creative.text.checkWarning',
  info: 'creative.text.checkInfo',
} as const;
