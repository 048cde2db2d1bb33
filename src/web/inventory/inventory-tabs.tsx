import { t } from '../i18n/t.ts';
import { TabLinks } from '../ui/page/tab-links.tsx';

const tabs = [
  { to: '/inventory', label: 'inventory.label.tree' },
  { to: '/inventory/formats', label: 'inventory.label.formats' },
  { to: '/inventory/screens', label: 'inventory.label.screens' },
  { to: '/inventory/packages', label: 'selling.title.packages' },
] as const;

/** Links to the pages of inventory. */
export function InventoryTabs() {
  return (
    <TabLinks label={t('inventory.label.inventory')} tabs={tabs.map(({ to, label }) => ({ to, text: t(label) }))} />
  );
}
