import type { PlainMessageKey } from '../../messages/message-keys.ts';
import type { FieldConflict } from '../api/field-conflicts.ts';
import { t } from '../i18n/t.ts';
import { moneyText } from '../labels/figures.ts';
import { plainText } from '../labels/generic-field.ts';
import { type FieldDifference, listDifference } from '../ui/difference/list-difference.ts';
import { instantText } from '../ui/time/zoned-time.ts';
import type { CampaignValues } from './campaign-form.tsx';

/** Names and the time zone for texts of fields. */
export type CampaignContext = {
  readonly partnerName: (id: number) => string;
  readonly brandName: (id: number) => string;
  readonly zone: string;
};

type TextField = { readonly label: PlainMessageKey; readonly text: (value: never, context: CampaignContext) => string };

const texts: Readonly<Record<Exclude<keyof CampaignValues, 'brandIds'>, TextField>> = {
  advertiserCompanyId: { label: 'campaign.label.advertiser', text: (id: number, { partnerName }) => partnerName(id) },
  invoiceCompanyId: { label: 'campaign.label.invoiceCompany', text: (id: number, { partnerName }) => partnerName(id) },
  name: { label: 'common.label.name', text: plainText },
  poNumber: { label: 'campaign.label.poNumber', text: plainText },
  type: { label: 'campaign.label.type', text: (type: CampaignValues['type']) => t(`labels.campaignType.${type}`) },
  validUntil: { label: 'campaign.label.validUntil', text: (at: string, { zone }) => instantText(at, zone) },
  budget: { label: 'campaign.label.budget', text: moneyText },
};

/** Differences between the saved and the edited campaign, with the labels of its page. */
export function campaignDifferences(
  fields: readonly FieldConflict[],
  context: CampaignContext,
): readonly FieldDifference[] {
  return fields.map(({ name, theirs, mine }) => {
    if (name === 'brandIds') {
      const names = (ids: unknown) => (ids as readonly number[]).map(context.brandName);
      return {
        name: t('campaign.label.brands'),
        ...listDifference(names(theirs), names(mine), t('labels.format.none')),
      };
    }
    const field = texts[name as keyof typeof texts];
    const text = (value: unknown) =>
      value === null || value === undefined ? plainText(null) : field.text(value as never, context);
    return { name: t(field.label), before: text(theirs), after: text(mine) };
  });
}
