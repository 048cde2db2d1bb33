import type { Campaign } from '../../../client/generated/types.gen.ts';
import { campaignTypes } from '../../../core/vocabulary/statuses.ts';
import type { PlainMessageKey } from '../../../messages/message-keys.ts';
import { t } from '../../i18n/t.ts';

/** The fields of a campaign that a file can set. */
export type CampaignFields = Pick<
  Campaign,
  'externalId' | 'name' | 'type' | 'advertiserCompanyId' | 'invoiceCompanyId' | 'brandIds' | 'poNumber' | 'validUntil'
>;

/** The value of a cell, or why it is invalid. */
type Read<Value> = { readonly value: Value } | { readonly fault: string };

type Column<Name extends keyof CampaignFields> = {
  readonly label: PlainMessageKey;
  readonly isRequired: boolean;
  readonly read: (cell: string) => Read<CampaignFields[Name]>;
};

/** The columns that are imported. A file can omit columns. */
export const csvColumns: { readonly [Name in keyof CampaignFields]: Column<Name> } = {
  externalId: { label: 'common.label.externalId', isRequired: false, read: textOrNull },
  name: { label: 'common.label.name', isRequired: true, read: (cell) => ({ value: cell }) },
  type: {
    label: 'campaign.label.type',
    isRequired: false,
    read: (cell) => {
      const type = campaignTypes.find((known) => known === (cell || 'campaign').toLowerCase());
      if (type !== undefined) return { value: type };
      return { fault: t('campaign.error.unknownType', { value: cell, types: campaignTypes.join(', ') }) };
    },
  },
  advertiserCompanyId: { label: 'campaign.label.advertiser', isRequired: true, read: readId },
  invoiceCompanyId: { label: 'campaign.label.invoiceCompany', isRequired: true, read: readId },
  brandIds: {
    label: 'campaign.label.brands',
    isRequired: true,
    read: (cell) => {
      const ids = cell.split(/[\s,;]+/).filter((part) => part !== '');
      return ids.every(isId) && ids.length > 0
        ? { value: ids.map(Number) }
        : { fault: t('campaign.error.invalidIds', { value: cell }) };
    },
  },
  poNumber: { label: 'campaign.label.poNumber', isRequired: false, read: textOrNull },
  validUntil: {
    label: 'campaign.label.validUntil',
    isRequired: false,
    read: (cell) => {
      if (cell === '') return { value: null };
      return Number.isNaN(Date.parse(cell)) || !/[Zz]$|[+-]\d\d:\d\d$/.test(cell)
        ? { fault: t('campaign.error.invalidTime', { value: cell }) }
        : { value: new Date(cell).toISOString() };
    },
  },
};

/** Whether a text is an id: digits only. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
}

function readId(cell: string): Read<number> {
  return isId(cell) ? { value: Number(cell) } : { fault: t('campaign.error.invalidId', { value: cell }) };
}

function textOrNull(cell: string): Read<string | null> {
  return { value: cell === '' ? null : cell };
}
