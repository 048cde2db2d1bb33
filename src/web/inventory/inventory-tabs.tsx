import { TabLinks } from '../ui/page/tab-links.tsx';

const tabs = [
  { to: '/inventory', text: 'Publishers to positions' },
  { to: '/inventory/formats', text: 'Formats' },
  { to: '/inventory/screens', text: 'Screens' },
];

/** The pages of inventory. */
export function InventoryTabs() {
  return <TabLinks label="Inventory" tabs={tabs} />;
}
