import { SimpleGrid } from '@mantine/core';
import type { Campaign, CampaignBody } from '../../client/generated/types.gen.ts';
import { campaignTypes } from '../../core/vocabulary/statuses.ts';
import { type FormDraft, fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { MoneyFields } from '../ui/field/money-fields.tsx';
import { ReferenceMultiSelect, ReferenceSelect } from '../ui/field/reference-select.tsx';
import { Select } from '../ui/field/selects.tsx';
import { MomentInput } from '../ui/time/moment-input.tsx';
import { deviceZone, instantOf, wallTimeOf } from '../ui/time/zoned-time.ts';

/** The editable fields of a campaign. */
export type CampaignValues = {
  readonly advertiserCompanyId: number | null;
  readonly invoiceCompanyId: number | null;
  readonly brandIds: readonly number[];
  readonly name: string;
  readonly poNumber: string | null;
  readonly type: NonNullable<CampaignBody['type']>;
  readonly validUntil: string | null;
  readonly budget: Campaign['budget'];
};

const advertisers = partnerChoices('ADVERTISER');
const invoiced = partnerChoices('INVOICE');

/** The fields of a campaign. */
export function CampaignForm({
  draft,
  error,
  isNew = false,
}: {
  readonly draft: FormDraft<CampaignValues>;
  readonly error: unknown;
  readonly isNew?: boolean;
}) {
  const { values, set } = draft;
  const me = useMe();
  const chooseAdvertiser = (id: number | null) => {
    set('advertiserCompanyId', id);
    set('brandIds', []);
    // Most advertisers are also their invoice company.
    if (values.invoiceCompanyId === null || values.invoiceCompanyId === values.advertiserCompanyId)
      set('invoiceCompanyId', id);
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <ReferenceSelect
        label={t('campaign.label.advertiser')}
        description={t('campaign.hint.advertiser')}
        required
        source={advertisers}
        value={values.advertiserCompanyId}
        onChange={chooseAdvertiser}
        error={fieldError(error, 'advertiserCompanyId')}
      />
      <ReferenceSelect
        label={t('campaign.label.invoiceCompany')}
        description={t('campaign.hint.invoiceCompany')}
        required
        source={invoiced}
        value={values.invoiceCompanyId}
        onChange={(id) => set('invoiceCompanyId', id)}
        error={fieldError(error, 'invoiceCompanyId')}
      />
      <ReferenceMultiSelect
        label={t('campaign.label.brands')}
        description={t('campaign.hint.brands')}
        required
        disabled={values.advertiserCompanyId === null}
        {...(values.advertiserCompanyId === null && { placeholder: t('campaign.label.advertiserFirst') })}
        source={brandChoices(values.advertiserCompanyId ?? undefined)}
        value={values.brandIds}
        onChange={(ids) => set('brandIds', ids)}
        error={fieldError(error, 'brandIds')}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        description={t('campaign.hint.name')}
        required
        maxLength={255}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="poNumber"
        emptyIsNull
        label={t('campaign.label.poNumber')}
        maxLength={100}
      />
      <MoneyFields
        label={t('campaign.label.budget')}
        description={t('campaign.hint.budget')}
        value={values.budget}
        onChange={(budget) => set('budget', budget)}
        error={fieldError(error, 'budget')}
      />
      {isNew && me.reach === 'everything' && (
        <Select
          label={t('campaign.label.type')}
          data={campaignTypes.map((type) => ({ value: type, label: t(`labels.campaignType.${type}`) }))}
          value={values.type}
          onChange={(type) => set('type', (type ?? 'campaign') as CampaignValues['type'])}
          allowDeselect={false}
          error={fieldError(error, 'type')}
        />
      )}
      {values.type !== 'campaign' && <ValidUntilField draft={draft} error={error} />}
    </SimpleGrid>
  );
}

function ValidUntilField({ draft, error }: { readonly draft: FormDraft<CampaignValues>; readonly error: unknown }) {
  const { values, set } = draft;
  return (
    <MomentInput
      label={t('campaign.label.validUntilInZone', { timeZone: deviceZone })}
      description={t('campaign.hint.validUntil')}
      clearable
      clearButtonProps={{ 'aria-label': t('campaign.action.clearValidUntil') }}
      value={values.validUntil === null ? null : wallTimeOf(values.validUntil, deviceZone)}
      onChange={(wall) => set('validUntil', wall === null ? null : instantOf(wall, deviceZone))}
      error={fieldError(error, 'validUntil')}
    />
  );
}
