import { TabLinks } from '../ui/page/tab-links.tsx';

const tabs = [
  { to: '/reports', text: 'Report' },
  { to: '/reports/schedules', text: 'Schedules' },
];

/** Reports, and those that are made by themselves. */
export function ReportTabs() {
  return <TabLinks label="Reports" tabs={tabs} />;
}
