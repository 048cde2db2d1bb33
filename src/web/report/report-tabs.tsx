import { t } from '../i18n/t.ts';
import { TabLinks } from '../ui/page/tab-links.tsx';

/** The tabs of reports, saved reports, report schedules, discrepancies and missed plays. */
export function ReportTabs() {
  const tabs = [
    { to: '/reports', text: t('report.label.report') },
    { to: '/reports/saved', text: t('report.label.saved') },
    { to: '/reports/schedules', text: t('report.label.schedules') },
    { to: '/reports/discrepancies', text: t('report.label.discrepancies') },
    { to: '/reports/missed-plays', text: t('report.label.missedPlays') },
  ];
  return <TabLinks label={t('report.title.reports')} tabs={tabs} />;
}
