import { hasAnyScope, hasFullReach } from '../api/person.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { TabLinks } from '../ui/page/tab-links.tsx';

const mayReview = hasAnyScope('creatives:approve', 'bookings:approve');

/** Tabs of the review queue and the purchases, for users who can open both. */
export function ReviewTabs() {
  const me = useMe();
  if (!mayReview(me) || !hasFullReach(me)) return null;
  const tabs = [
    { to: '/review', text: t('selling.label.queue') },
    { to: '/review/purchases', text: t('selling.title.purchases') },
    { to: '/review/requests', text: t('selling.title.requests') },
  ];
  return <TabLinks label={t('review.title.list')} tabs={tabs} />;
}
