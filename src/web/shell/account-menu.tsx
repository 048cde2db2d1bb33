import { Avatar, Button, Menu, Text, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { applyDensity, storedDensity } from './density.ts';
import { LanguageMenu } from './language-menu.tsx';

const colorSchemes = [
  { scheme: 'light', icon: 'light', label: 'shell.label.light' },
  { scheme: 'dark', icon: 'dark', label: 'shell.label.dark' },
  { scheme: 'auto', icon: 'screen', label: 'shell.label.deviceSetting' },
] as const;

const densities = ['comfortable', 'compact'] as const;

/** The menu of the signed-in user: color scheme, density, language, account pages, sign-out. */
export function AccountMenu() {
  const me = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = useState(storedDensity);
  const role = me.role === null ? t('labels.resourceType.service-accounts') : t(`labels.role.${me.role}`);
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button variant="subtle" color="gray" px={6}>
          <VisuallyHidden>{t('shell.label.account', { name: me.name })}</VisuallyHidden>
          <Avatar name={me.name} size={28} color="board" aria-hidden="true" />
          <Text component="span" aria-hidden="true" fz="sm" ms={8} visibleFrom="sm" c="var(--mantine-color-text)">
            {me.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label style={{ overflowWrap: 'anywhere' }}>
          {me.email ?? me.name}
          <br />
          {role}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('shell.label.colorScheme')}</Menu.Label>
        {colorSchemes.map(({ scheme, icon, label }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon name={icon} />}
            rightSection={colorScheme === scheme ? <Icon name="check" /> : undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('shell.label.density')}</Menu.Label>
        {densities.map((option) => (
          <Menu.Item
            key={option}
            aria-current={density === option ? 'true' : undefined}
            rightSection={density === option ? <Icon name="check" /> : undefined}
            onClick={() => {
              applyDensity(option);
              setDensity(option);
            }}
          >
            {t(`shell.density.${option}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <LanguageMenu />
        <Menu.Divider />
        <Menu.Item component="a" href="/account" leftSection={<Icon name="edit" />}>
          {t('shell.label.passwordAndSessions')}
        </Menu.Item>
        <Menu.Item component="a" href="/developers" leftSection={<Icon name="info" />}>
          {t('shell.label.developers')}
        </Menu.Item>
        <Menu.Item component="a" href="/sign-out" leftSection={<Icon name="leave" />}>
          {t('shell.action.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
