/*
 * The frame of all pages: navigation, search, account.
 *
 * - `frame.tsx`: the frame. `navigation.ts`: entries by permission. `account-menu.tsx`: the person who is signed in.
 * - `search-button.tsx`, `search-dialog.tsx`: the search.
 */

import { AppShell, Box, Burger, Group, NavLink, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useEffect } from 'react';
import { useMe } from '../api/use-me.ts';
import { Hints } from '../ui/display/hints.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { PageLoading } from '../ui/page/page-loading.tsx';
import { AccountMenu } from './account-menu.tsx';
import { navigationOf } from './navigation.ts';
import { SearchButton } from './search-button.tsx';
import { useUserLanguage } from './use-user-language.ts';

const navigationWidth = 216;
const headHeight = 52;

/** What stays while pages change: the navigation, the search, the person. */
export function Frame() {
  const me = useMe();
  useUserLanguage();
  const { pathname } = useLocation();
  const [opened, { toggle, close }] = useDisclosure(false);
  // The frame stands before the first page is drawn, which is then done in slices.
  const isStanding = useDeferredValue(true, false);
  // On a phone the navigation lies over the page and goes with the choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it follows
  useEffect(close, [pathname]);
  return (
    <AppShell
      layout="alt"
      header={{ height: headHeight }}
      navbar={{ width: navigationWidth, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <SearchButton />
          </Group>
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main">
        <Group h={headHeight - 12} px={6} mb="xs" justify="space-between">
          <Sign />
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Close navigation" />
        </Group>
        <Stack gap={2} component="nav">
          {navigationOf(me).map(({ to, text, icon, badge }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={text}
              leftSection={<Icon name={icon} />}
              rightSection={
                badge !== undefined && (
                  <Text component="span" fz="xs">
                    {badge}
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
      <AppShell.Main>
        <Box id="content" tabIndex={-1} maw={1480} mx="auto">
          <Suspense fallback={<PageLoading />}>{isStanding ? <Outlet /> : <PageLoading />}</Suspense>
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

/** Our sign: a board on its post, and the name. */
function Sign() {
  return (
    <Group gap={8} wrap="nowrap">
      <img src="/icon.svg" alt="" width={22} height={22} />
      <Text fw={700} fz="lg" component="span" lts={-0.2}>
        Placard
      </Text>
    </Group>
  );
}
