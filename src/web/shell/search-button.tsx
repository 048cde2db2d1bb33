import { Button, Kbd, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';

const SearchDialog = lazy(() =>
  import('./search-dialog.tsx').then(({ SearchDialog: dialog }) => ({ default: dialog })),
);

const ShortcutDialog = lazy(() =>
  import('./shortcut-dialog.tsx').then(({ ShortcutDialog: dialog }) => ({ default: dialog })),
);

/** Opens the search. On every page, Ctrl+K opens it, and a question mark opens the list of keyboard shortcuts. */
export function SearchButton() {
  const [opened, setOpened] = useState(false);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  useHotkeys([['mod+K', () => setOpened(true)]], []);
  const showShortcuts = () => setShowsShortcuts(true);
  // Most keyboards need the shift key for a question mark.
  useHotkeys([
    ['shift+?', showShortcuts],
    ['?', showShortcuts],
  ]);
  return (
    <>
      <Button
        variant="default"
        c="dimmed"
        fw={400}
        leftSection={<Icon name="search" />}
        rightSection={
          <Kbd size="xs" visibleFrom="sm">
            Ctrl K
          </Kbd>
        }
        onClick={() => setOpened(true)}
      >
        <Text component="span" fz="sm" visibleFrom="xs" inherit>
          {t('shell.label.searchEverything')}
        </Text>
        <Text component="span" fz="sm" hiddenFrom="xs" inherit>
          {t('common.action.search')}
        </Text>
      </Button>
      {opened && (
        <Suspense>
          <SearchDialog close={() => setOpened(false)} />
        </Suspense>
      )}
      {showsShortcuts && (
        <Suspense>
          <ShortcutDialog close={() => setShowsShortcuts(false)} />
        </Suspense>
      )}
    </>
  );
}
