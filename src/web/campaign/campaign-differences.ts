import type { FieldConflict } from '../api/field-conflicts.ts';
import { t } from '../i18n/t.ts';
import { plainText } from '../labels/generic-field.ts';
import { type FieldDifference, listDifference } from '../ui/difference/list-difference.ts';
import { instantText } from '../ui/time/zoned-time.ts';
import type { CampaignValues } from './campaign-form.tsx';

/** What is needed to say a field in words. */
export type CampaignContext = {
  readonly partnerName: (id: number) => string;
  readonly brandName: (id: number) => string;
  readonly zone: string;
};

type Said = { readonly name: string; readonly text: (value: never, context: CampaignContext) => string };

const texts: Readonly<Record<Exclude<keyof CampaignValues, 'brandIds'>, Said>> = {
  advertiserCompanyId: { name: 'Advertiser', text: (id: number, { partnerName }) => partnerName(id) },
  invoiceCompanyId: { name: 'Invoice company', text: (id: number, { partnerName }) => partnerName(id) },
  name: { name: 'Name', text: plainText },
  poNumber: { name: 'PO number', text: plainText },
  type: { name: 'Type', text: (type: CampaignValues['type']) => t(`labels.campaignType.${type}`) },
  validUntil: { name: 'Valid until', text: (at: string, { zone }) => instantText(at, zone) },
};

/** What two people made of a campaign, theirs before mine, in the words of its page. */
export function campaignDifferences(
  fields: readonly FieldConflict[],
  context: CampaignContext,
): readonly FieldDifference[] {
  return fields.map(({ name, theirs, mine }) => {
    if (name === 'brandIds') {
      const names = (ids: unknown) => (ids as readonly number[]).map(context.brandName);
      return { name: 'Brands', ...listDifference(names(theirs), names(mine), 'None') };
    }
    const said = texts[name as keyof typeof texts];
    const text = (value: unknown) =>
      value === null || value === undefined ? plainText(null) : said.text(value as never, context);
    return { name: said.name, before: text(theirs), after: text(mine) };
  });
}
