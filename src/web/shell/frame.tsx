/*
 * The frame of all pages: navigation, search, account.
 *
 * - `frame.tsx`: the frame. `navigation.ts`: entries by permission. `account-menu.tsx`, `language-menu.tsx`, `density.ts`: the
 *   signed-in user.
 * - `search-button.tsx`, `search-dialog.tsx`, `search-hits.ts`, `commands.ts`: the search and its actions. `shortcut-dialog.tsx`,
 *   `shortcut-list.tsx`: keyboard shortcuts. `use-user-language.ts`: applies the language of the user.
 * - `notification-bell.tsx`: unread notifications. `session-guard.tsx`, `session-ended-dialog.tsx`: keeps a page with its
 *   input when the session ends.
 */

import { AppShell, Box, Burger, Group, NavLink, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useEffect } from 'react';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { Hints } from '../ui/display/hints.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { useBrand } from '../ui/page/brand.ts';
import { PageLoading } from '../ui/page/page-loading.tsx';
import { ZoneContext } from '../ui/time/zone-context.ts';
import { AccountMenu } from './account-menu.tsx';
import { navigationOf } from './navigation.ts';
import { NotificationBell } from './notification-bell.tsx';
import { SearchButton } from './search-button.tsx';
import { SessionGuard } from './session-guard.tsx';
import { useUserLanguage } from './use-user-language.ts';

const navigationWidth = 216;
const headHeight = 52;

/** The frame around every page: navigation, search and account menu. */
export function Frame() {
  const me = useMe();
  const zone = useZone();
  useUserLanguage();
  const { pathname } = useLocation();
  const [opened, { toggle, close }] = useDisclosure(false);
  // The frame renders before the first page, which then renders in slices.
  const isFrameRendered = useDeferredValue(true, false);
  // On a phone the navigation covers the page and closes after a selection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on the address
  useEffect(close, [pathname]);
  return (
    <AppShell
      layout="alt"
      header={{ height: headHeight }}
      navbar={{ width: navigationWidth, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className="skip-link" href="#content">
        {t('shell.action.skipToContent')}
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t('shell.action.openNavigation')}
            />
            <SearchButton />
          </Group>
          <Group gap={4} wrap="nowrap">
            <NotificationBell />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t('shell.label.mainNavigation')}>
        <Group h={headHeight - 12} px={6} mb="xs" justify="space-between" wrap="nowrap">
          <Logo />
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('shell.action.closeNavigation')}
          />
        </Group>
        <Stack gap={2} component="nav">
          {navigationOf(me).map(({ to, name, icon, isBeta }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={t(`shell.page.${name}`)}
              leftSection={<Icon name={icon} />}
              rightSection={
                isBeta === true && (
                  <Text component="span" fz="xs">
                    {t('common.label.beta')}
                  </Text>
                )
              }
              active={to === '/' ? pathname === '/' : pathname.startsWith(to)}
              aria-current={pathname === to ? 'page' : undefined}
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
            />
          ))}
        </Stack>
      </AppShell.Navbar>
      <Hints />
      <SessionGuard />
      <AppShell.Main>
        <Box id="content" tabIndex={-1} maw={1480} mx="auto">
          <ZoneContext value={zone}>
            <Suspense fallback={<PageLoading />}>{isFrameRendered ? <Outlet /> : <PageLoading />}</Suspense>
          </ZoneContext>
        </Box>
        <div id="layers" />
      </AppShell.Main>
    </AppShell>
  );
}

/** The logo and name of the installation. */
function Logo() {
  const { name, logo } = useBrand();
  return (
    <Group gap={8} wrap="nowrap" style={{ minWidth: 0 }}>
      <img src={logo} alt="" height={22} style={{ maxWidth: 64, objectFit: 'contain' }} />
      <Text fw={700} fz="lg" component="span" lts={-0.2} truncate>
        {name}
      </Text>
    </Group>
  );
}
