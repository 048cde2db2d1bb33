/** A configuration with an object in each of the most important sections. */
export const smallConfiguration = {
  version: 1,
  mediaPartners: { Aurora: { roles: ['ADVERTISER', 'INVOICE'] } },
  brands: { Filter: { mediaPartner: 'Aurora' } },
  publishers: { Group: { companyName: 'Group' }, North: { companyName: 'North', parent: 'Group' } },
  publications: { Courier: { companyName: 'Courier', publisher: 'North', timeZone: 'Europe/Amsterdam' } },
  locations: { _home_: { publication: 'Courier', code: '_home_' } },
  formats: { board: { code: 'board', width: 728, height: 90 } },
  positions: { '_home_-board': { location: '_home_', format: 'board' } },
  segments: {},
  products: {},
  users: {
    'maya@aurora.example': {
      name: 'Maya',
      email: 'maya@aurora.example',
      role: 'advertiser',
      mappings: [{ advertiserCompany: 'Aurora', brand: 'Filter' }],
    },
  },
  creatives: { Winter: { kind: 'html', brand: 'Filter', format: 'board', html: '<b>Winter</b>' } },
  campaigns: {
    'crm-1': {
      name: 'Winter',
      externalId: 'crm-1',
      advertiserCompany: 'Aurora',
      invoiceCompany: 'Aurora',
      brands: ['Filter'],
      budget: { amount: '900.00', currency: 'EUR' },
    },
  },
  bookings: {
    Boards: {
      campaign: 'crm-1',
      type: 'display',
      startDate: '2026-11-01T00:00:00Z',
      endDate: '2026-12-24T00:00:00Z',
      positions: ['_home_-board'],
      targeting: { fact: 'country', values: ['BE'] },
      delivery: { method: 'even', goal: { kind: 'impressions', total: 50_000 } },
      caps: [{ scope: 'day', most: 2 }],
      creatives: [{ creative: 'Winter' }],
      state: { lifecycle: 'approved' },
    },
  },
};
