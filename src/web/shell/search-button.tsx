import { Button, Kbd, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';

const SearchDialog = lazy(() =>
  import('./search-dialog.tsx').then(({ SearchDialog: dialog }) => ({ default: dialog })),
);

/** Opens the search. Ctrl+K opens it from every page. */
export function SearchButton() {
  const [opened, setOpened] = useState(false);
  useHotkeys([['mod+K', () => setOpened(true)]], []);
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
    </>
  );
}
