import { Group, SimpleGrid, Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { t } from '../../i18n/t.ts';
import { theme } from '../../theme.ts';
import { brandOfSettings } from './brand-of-settings.ts';
import classes from './branding-preview.module.css';

/** Header and sign-in page with unsaved values, in the light and the dark theme. */
export function BrandingPreview(props: {
  readonly settings: {
    readonly accountName: string | null;
    readonly accentColor: string | null;
    readonly logoPath: string | null;
    readonly signInImagePath: string | null;
  };
}) {
  const { signInImagePath } = props.settings;
  const { name, logo, shades } = brandOfSettings(props.settings);
  const colors = shades ?? theme.colors?.['board'] ?? [];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} role="group" aria-label={t('settings.label.brandingPreview')}>
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme} className={classes.preview} data-scheme={scheme} style={variablesOf(colors, scheme)}>
          <Group gap={8} wrap="nowrap" className={classes.head}>
            <img src={logo} alt="" height={22} className={classes.logo} />
            <Text component="span" fw={700} truncate c="inherit">
              {name}
            </Text>
          </Group>
          <Group gap="sm" wrap="nowrap" p="sm" align="center">
            {signInImagePath !== null && <img src={signInImagePath} alt="" className={classes.cover} />}
            <span className={classes.button}>{t('settings.text.previewSignIn')}</span>
            <span className={classes.link}>{t('settings.text.previewLink')}</span>
          </Group>
        </div>
      ))}
    </SimpleGrid>
  );
}

function variablesOf(shades: readonly string[], scheme: 'light' | 'dark'): CSSProperties {
  const isLight = scheme === 'light';
  const variables = { '--preview-button': shades[isLight ? 6 : 5], '--preview-link': shades[isLight ? 6 : 2] };
  return variables as CSSProperties;
}
