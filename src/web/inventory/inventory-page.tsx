import { Button } from '@mantine/core';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import { DebouncedSearch } from '../ui/list/debounced-search.tsx';
import { IncludeArchivedSwitch, includesArchived } from '../ui/list/include-archived.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { InventoryDrawers } from './drawers/inventory-drawers.tsx';
import { InventoryTabs } from './inventory-tabs.tsx';
import { InventoryMatches } from './tree/inventory-matches.tsx';
import { InventoryTree } from './tree/inventory-tree.tsx';

/** The tree of publishers, publications, locations and positions. */
export function InventoryPage() {
  const [values, change] = useAddress();
  const me = useMe();
  const search = values['search'] ?? '';
  const open = (item: string) => change({ item });
  return (
    <Page
      title={t('inventory.title.inventory')}
      lead={t('inventory.text.inventory')}
      actions={
        me.may('inventory:write') && (
          <ButtonLink to="/inventory/new-positions" variant="default">
            {t('inventory.action.newPositions')}
          </ButtonLink>
        )
      }
      primary={
        me.may('inventory:write') && (
          <Button leftSection={<Icon name="add" />} onClick={() => open('new-publisher')}>
            {t('inventory.action.newPublisher')}
          </Button>
        )
      }
    >
      <InventoryTabs />
      <FilterBar>
        <DebouncedSearch
          label={t('inventory.label.searchNames')}
          value={search}
          onChange={(text) => change({ search: text || undefined })}
        />
        {search !== '' && <IncludeArchivedSwitch values={values} change={change} />}
      </FilterBar>
      {search === '' ? (
        <InventoryTree open={open} />
      ) : (
        <InventoryMatches search={search} includeArchived={includesArchived(values)} open={open} />
      )}
      <InventoryDrawers item={values['item']} open={open} close={() => change({ item: undefined })} />
    </Page>
  );
}
