import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { TabLinks } from '../ui/page/tab-links.tsx';

const tabs = [
  { to: '/products', label: 'product.label.products', scope: 'products:read' },
  { to: '/products/imports', label: 'product.label.imports', scope: 'products:write' },
  { to: '/products/orders', label: 'product.label.orders', scope: 'conversions:read' },
] as const;

/** Links to products, imports and orders that the user may see. */
export function ProductTabs() {
  const me = useMe();
  const visible = tabs.filter(({ scope }) => me.may(scope)).map(({ to, label }) => ({ to, text: t(label) }));
  return visible.length > 1 ? <TabLinks label={t('product.label.products')} tabs={visible} /> : null;
}
