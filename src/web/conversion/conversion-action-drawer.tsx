import { Group, NumberInput } from '@mantine/core';
import type { ConversionActionBody, Money } from '../../client/generated/types.gen.ts';
import { attributionRule, conversionCategories, conversionCountings } from '../../core/vocabulary/attribution-rule.ts';
import { maxAttributionDays } from '../../core/vocabulary/limits/conversion-limits.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { MoneyFields } from '../ui/field/money-fields.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { Select } from '../ui/field/selects.tsx';
import { formFieldsOf } from '../ui/form/form-fields-of.ts';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf, OnCreated } from '../ui/form/object-drawer-props.ts';
import { conversionActionClient } from './conversion-action-resource.ts';
import { ConversionCodeSection } from './conversion-code-section.tsx';

const advertisers = partnerChoices('ADVERTISER');

type Values = {
  readonly name: string;
  readonly mediaPartnerId: number | null;
  readonly brandId: number | null;
  readonly category: ConversionActionBody['category'];
  readonly counting: NonNullable<ConversionActionBody['counting']>;
  readonly clickDays: number;
  readonly viewDays: number;
  readonly defaultValue: Money | null;
  readonly externalId: string | null;
};

const fresh: Values = {
  name: '',
  mediaPartnerId: null,
  brandId: null,
  category: 'purchase',
  counting: 'every',
  ...attributionRule,
  defaultValue: null,
  externalId: null,
};

/** Creates or edits a conversion action, and shows the code that reports its conversions. */
export function ConversionActionDrawer(props: {
  readonly id: number | null;
  readonly onCreated?: OnCreated;
  readonly close: () => void;
}) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={conversionActionClient}
      id={props.id}
      fresh={fresh}
      valuesOf={formFieldsOf(fresh)}
      fields={(form) => <ActionFields {...form} />}
      head={(action) => <ConversionCodeSection action={action} />}
      isComplete={({ mediaPartnerId, name }) => mediaPartnerId !== null && name.trim() !== ''}
      mayWrite={me.may('media-partners:write')}
      archiveText={t('conversion.text.archiveAction')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function ActionFields({ draft, error, isNew }: FieldsOf<Values>) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        required
        data-autofocus
        maxLength={255}
      />
      <ReferenceSelect
        label={t('conversion.label.mediaPartner')}
        required
        disabled={!isNew}
        source={advertisers}
        value={values.mediaPartnerId}
        onChange={(id) => {
          set('mediaPartnerId', id);
          set('brandId', null);
        }}
        error={fieldError(error, 'mediaPartnerId')}
      />
      {values.mediaPartnerId !== null && (
        <ReferenceSelect
          label={t('conversion.label.brand')}
          description={t('conversion.hint.brand')}
          placeholder={t('conversion.label.allBrands')}
          disabled={!isNew}
          clearable
          source={brandChoices(values.mediaPartnerId)}
          value={values.brandId}
          onChange={(id) => set('brandId', id)}
          error={fieldError(error, 'brandId')}
        />
      )}
      <Select
        label={t('conversion.label.category')}
        data={conversionCategories.map((value) => ({ value, label: t(`conversion.category.${value}`) }))}
        allowDeselect={false}
        value={values.category}
        onChange={(category) => set('category', category as Values['category'])}
        error={fieldError(error, 'category')}
      />
      <CountingFields draft={draft} error={error} />
      <MoneyFields
        label={t('conversion.label.defaultValue')}
        description={t('conversion.hint.defaultValue')}
        value={values.defaultValue}
        onChange={(value) => set('defaultValue', value)}
        error={fieldError(error, 'defaultValue')}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}

/** Which conversions count, and how long after an ad. */
function CountingFields({ draft: { values, set }, error }: Pick<FieldsOf<Values>, 'draft' | 'error'>) {
  return (
    <>
      <Select
        label={t('conversion.label.counting')}
        description={t('conversion.hint.counting')}
        data={conversionCountings.map((value) => ({ value, label: t(`conversion.counting.${value}`) }))}
        allowDeselect={false}
        value={values.counting}
        onChange={(counting) => set('counting', counting as Values['counting'])}
        error={fieldError(error, 'counting')}
      />
      <Group grow align="flex-start">
        <NumberInput
          label={t('conversion.label.clickDays')}
          min={1}
          max={maxAttributionDays}
          allowDecimal={false}
          value={values.clickDays}
          onChange={(days) => set('clickDays', Number(days))}
          error={fieldError(error, 'clickDays')}
        />
        <NumberInput
          label={t('conversion.label.viewDays')}
          min={0}
          max={maxAttributionDays}
          allowDecimal={false}
          value={values.viewDays}
          onChange={(days) => set('viewDays', Number(days))}
          error={fieldError(error, 'viewDays')}
        />
      </Group>
    </>
  );
}
