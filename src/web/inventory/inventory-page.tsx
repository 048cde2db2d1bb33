import { Button } from '@mantine/core';
import { useMe } from '../api/use-me.ts';
import { Icon } from '../ui/display/icon.tsx';
import { DebouncedSearch } from '../ui/list/debounced-search.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { IncludeArchivedSwitch, includesArchived } from '../ui/list/include-archived.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { InventoryDrawers } from './drawers/inventory-drawers.tsx';
import { InventoryTabs } from './inventory-tabs.tsx';
import { InventoryMatches } from './tree/inventory-matches.tsx';
import { InventoryTree } from './tree/inventory-tree.tsx';

/** Where ads can be shown: publishers, their publications, locations and positions. */
export function InventoryPage() {
  const [values, change] = useAddress();
  const me = useMe();
  const search = values['search'] ?? '';
  const open = (item: string) => change({ item });
  return (
    <Page
      title="Inventory"
      lead="A position is a place for one ad: a format in a location of a publication."
      actions={
        me.may('inventory:write') && (
          <Button leftSection={<Icon name="add" />} onClick={() => open('new-publisher')}>
            New publisher
          </Button>
        )
      }
    >
      <InventoryTabs />
      <FilterBar>
        <DebouncedSearch
          label="Find by name or slot name"
          value={search}
          onChange={(text) => change({ search: text || undefined })}
        />
        {search !== '' && <IncludeArchivedSwitch values={values} change={change} />}
      </FilterBar>
      {search === '' ? (
        <InventoryTree open={open} />
      ) : (
        <InventoryMatches search={search} isArchivedToo={includesArchived(values)} open={open} />
      )}
      <InventoryDrawers item={values['item']} open={open} close={() => change({ item: undefined })} />
    </Page>
  );
}
