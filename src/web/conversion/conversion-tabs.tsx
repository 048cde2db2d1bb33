import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { TabLinks } from '../ui/page/tab-links.tsx';

const tabs = [
  { to: '/conversions', label: 'conversion.label.actions', scope: 'media-partners:read' },
  { to: '/conversions/reported', label: 'conversion.label.reported', scope: 'conversions:read' },
] as const;

/** Links to conversion actions and reported conversions that the user may see. */
export function ConversionTabs() {
  const me = useMe();
  const visible = tabs.filter(({ scope }) => me.may(scope)).map(({ to, label }) => ({ to, text: t(label) }));
  return visible.length > 1 ? <TabLinks label={t('conversion.title.conversions')} tabs={visible} /> : null;
}
