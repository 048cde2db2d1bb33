import { t } from '../i18n/t.ts';
import { TabLinks } from '../ui/page/tab-links.tsx';

/** The tabs of reports, saved reports and report schedules. */
export function ReportTabs() {
  const tabs = [
    { to: '/reports', text: t('report.label.report') },
    { to: '/reports/saved', text: t('report.label.saved') },
    { to: '/reports/schedules', text: t('report.label.schedules') },
  ];
  return <TabLinks label={t('report.title.reports')} tabs={tabs} />;
}
