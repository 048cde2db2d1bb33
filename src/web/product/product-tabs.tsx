import { useMe } from '../api/use-me.ts';
import { TabLinks } from '../ui/page/tab-links.tsx';

const tabs = [
  { to: '/products', text: 'Products', scope: 'products:read' },
  { to: '/products/imports', text: 'Imports', scope: 'products:write' },
  { to: '/products/orders', text: 'Orders', scope: 'conversions:read' },
] as const;

/** Leads between products, the feeds that they came by and the orders of them, as far as one may see them. */
export function ProductTabs() {
  const me = useMe();
  const mine = tabs.filter(({ scope }) => me.may(scope));
  return mine.length > 1 ? <TabLinks label="Products" tabs={mine} /> : null;
}
