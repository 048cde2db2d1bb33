import type { Campaign } from '../../../client/generated/types.gen.ts';
import { campaignTypes } from '../../../core/words/statuses.ts';

/** What a file may say of a campaign. */
export type CampaignFields = Pick<
  Campaign,
  'externalId' | 'name' | 'type' | 'advertiserCompanyId' | 'invoiceCompanyId' | 'brandIds' | 'poNumber' | 'validUntil'
>;

/** What a cell says, or why it says nothing. */
type Read<Value> = { readonly value: Value } | { readonly fault: string };

type Column<Name extends keyof CampaignFields> = {
  /** What it is, for people. */
  readonly text: string;
  readonly isNeeded: boolean;
  readonly read: (cell: string) => Read<CampaignFields[Name]>;
};

/** The columns that are written; a file may leave out what it does not change. */
export const csvColumns: { readonly [Name in keyof CampaignFields]: Column<Name> } = {
  externalId: { text: 'External id', isNeeded: false, read: textOrNothing },
  name: { text: 'Name', isNeeded: true, read: (cell) => ({ value: cell }) },
  type: {
    text: 'Type',
    isNeeded: false,
    read: (cell) => {
      const type = campaignTypes.find((one) => one === (cell || 'campaign').toLowerCase());
      return type === undefined ? { fault: `must be one of ${campaignTypes.join(', ')}` } : { value: type };
    },
  },
  advertiserCompanyId: { text: 'Advertiser', isNeeded: true, read: readId },
  invoiceCompanyId: { text: 'Invoice company', isNeeded: true, read: readId },
  brandIds: {
    text: 'Brands',
    isNeeded: true,
    read: (cell) => {
      const ids = cell.split(/[\s,;]+/).filter((part) => part !== '');
      return ids.every(isId) && ids.length > 0
        ? { value: ids.map(Number) }
        : { fault: 'must be ids with spaces between' };
    },
  },
  poNumber: { text: 'PO number', isNeeded: false, read: textOrNothing },
  validUntil: {
    text: 'Valid until',
    isNeeded: false,
    read: (cell) => {
      if (cell === '') return { value: null };
      return Number.isNaN(Date.parse(cell)) || !/[Zz]$|[+-]\d\d:\d\d$/.test(cell)
        ? { fault: 'must be a time with an offset, such as 2026-12-31T23:00:00Z' }
        : { value: new Date(cell).toISOString() };
    },
  },
};

/** An id as text: digits alone. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
}

function readId(cell: string): Read<number> {
  return isId(cell) ? { value: Number(cell) } : { fault: 'must be an id' };
}

function textOrNothing(cell: string): Read<string | null> {
  return { value: cell === '' ? null : cell };
}
