import { useMe } from '../api/use-me.ts';
import { TabLinks } from '../ui/tab-links.tsx';

const tabs = [
  { to: '/products', text: 'Products' },
  { to: '/products/imports', text: 'Imports' },
];

/** Leads between products and the feeds that they came by, for who takes feeds in. */
export function ProductTabs() {
  const me = useMe();
  return me.may('products:write') ? <TabLinks label="Products" tabs={tabs} /> : null;
}
