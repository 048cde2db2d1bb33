import { TabLinks } from '../ui/tab-links.tsx';

const tabs = [
  { to: '/inventory', text: 'Publishers to positions' },
  { to: '/inventory/formats', text: 'Formats' },
];

/** The two pages of inventory. */
export function InventoryTabs() {
  return <TabLinks label="Inventory" tabs={tabs} />;
}
