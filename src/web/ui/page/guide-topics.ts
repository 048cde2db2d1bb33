/**
 * Pages of the guide below `/docs/`, by path prefix of pages of the interface. The longest match applies. A prefix with a final
 * slash applies only to pages below it.
 */
const topics: Readonly<Record<string, string>> = {
  '/campaigns': 'book/campaigns',
  '/bookings': 'book/booking-table',
  '/bookings/': 'book/campaigns',
  '/bookings/templates': 'book/booking-templates',
  '/creatives': 'creatives/upload-creatives',
  '/review': 'creatives/review',
  '/review/purchases': 'book/buyer-agents',
  '/review/requests': 'book/buyer-agents',
  '/decisions': 'report/decision-log',
  '/reports': 'report/reports',
  '/reports/missed-plays': 'report/missed-plays',
  '/reports/saved': 'report/reports',
  '/reports/schedules': 'report/scheduled-reports',
  '/inventory': 'book/inventory',
  '/inventory/loop': 'integrate/clients/screens',
  '/inventory/screens': 'integrate/clients/screens',
  '/media-partners': 'book/media-partners',
  '/conversions': 'report/conversions',
  '/audiences': 'book/audience-segments',
  '/products': 'book/product-catalogs',
  '/products/orders': 'report/orders',
  '/administration': 'administer/users',
  '/administration/audit': 'administer/audit-log',
  '/administration/buyer-agents': 'book/buyer-agents',
  '/administration/configuration': 'administer/configuration-as-code',
  '/administration/identity-providers': 'administer/identity-providers',
  '/administration/service-accounts': 'administer/service-accounts',
  '/administration/settings': 'administer/approvals',
  '/administration/system': 'operate/monitoring',
  '/administration/webhooks': 'administer/webhooks',
  '/activity': 'book/favorites-and-activity',
  '/first-ad': 'get-started/first-hour',
  '/preferences': 'book/comments-and-notifications',
  '/setup': 'get-started/first-hour',
  '/help': 'reference/glossary',
  '/': 'get-started/web-interface',
};

/** The address of the guide page about a page of the interface. Unknown pages lead to the index. */
export function guideAddress(path: string): string {
  const prefix = Object.keys(topics)
    .filter((start) =>
      start === '/' ? path === '/' : path === start || path.startsWith(start.endsWith('/') ? start : `${start}/`),
    )
    .sort((a, b) => b.length - a.length)[0];
  return `/docs/${prefix === undefined ? '' : topics[prefix]}`;
}
