/*
 * Product packages.
 *
 * - `product-package-list-page.tsx`, `product-package-drawer.tsx`: list and form. `pricing-options-field.tsx`: prices.
 * - `product-package-forecast.tsx`: expected impressions.
 * - `product-package-resource.ts`: calls and choices. `product-package-routes.ts`: the route.
 */

import { Switch, Textarea } from '@mantine/core';
import { listBookingTemplates } from '../../client/generated/sdk.gen.ts';
import type { Money, ProductPackageBody } from '../../client/generated/types.gen.ts';
import { allowedTargetings, deliveryTypes } from '../../core/vocabulary/codes/selling-codes.ts';
import { maxPackageDescription } from '../../core/vocabulary/limits/selling-limits.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { client, dataOf } from '../api/client.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { MoneyFields } from '../ui/field/money-fields.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { MultiSelect, Select } from '../ui/field/selects.tsx';
import { formFieldsOf } from '../ui/form/form-fields-of.ts';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf, OnCreated } from '../ui/form/object-drawer-props.ts';
import { newPricingOption, type PricingOption, PricingOptionsField } from './pricing-options-field.tsx';
import { ProductPackageForecast } from './product-package-forecast.tsx';
import { productPackageClient } from './product-package-resource.ts';

const templates: ChoiceSource = {
  key: ['booking-templates', 'choices'],
  find: async (search) => {
    const query = { ...(search !== '' && { search }), shared: 'true' as const, limit: 30, sort: 'name' as const };
    return dataOf(listBookingTemplates({ client, query }));
  },
  named: (ids) => dataOf(listBookingTemplates({ client, query: { id: [...ids], includeArchived: 'true' } })),
};

type Values = {
  readonly name: string;
  readonly description: string;
  readonly bookingTemplateId: number | null;
  readonly deliveryType: ProductPackageBody['deliveryType'];
  readonly pricingOptions: readonly PricingOption[];
  readonly minimumBudget: Money | null;
  readonly allowedTargeting: NonNullable<ProductPackageBody['allowedTargeting']>;
  readonly active: boolean;
  readonly externalId: string | null;
};

/** Creates or edits a product package. */
export function ProductPackageDrawer(props: {
  readonly id: number | null;
  readonly onCreated?: OnCreated;
  readonly close: () => void;
}) {
  const me = useMe();
  const fresh: Values = {
    name: '',
    description: '',
    bookingTemplateId: null,
    deliveryType: 'guaranteed',
    pricingOptions: [newPricingOption([], me.account.currency)],
    minimumBudget: null,
    allowedTargeting: [],
    active: true,
    externalId: null,
  };
  return (
    <ObjectDrawer
      resource={productPackageClient}
      id={props.id}
      fresh={fresh}
      valuesOf={formFieldsOf(fresh)}
      fields={(form) => <PackageFields {...form} />}
      isComplete={({ name, description, bookingTemplateId, pricingOptions }) =>
        name.trim() !== '' &&
        description.trim() !== '' &&
        bookingTemplateId !== null &&
        pricingOptions.every(({ code, rate }) => code !== '' && rate.amount !== '')
      }
      mayWrite={me.may('inventory:write')}
      head={(sold) => <ProductPackageForecast sold={sold} />}
      archiveText={t('selling.text.archivePackage')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function PackageFields({ draft, error }: FieldsOf<Values>) {
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
      <Textarea
        label={t('common.label.description')}
        description={t('selling.hint.description')}
        required
        autosize
        minRows={2}
        maxLength={maxPackageDescription}
        value={values.description}
        onChange={(event) => set('description', event.currentTarget.value)}
        error={fieldError(error, 'description')}
      />
      <ReferenceSelect
        label={t('selling.label.template')}
        description={t('selling.hint.template')}
        required
        source={templates}
        value={values.bookingTemplateId}
        onChange={(id) => set('bookingTemplateId', id)}
        error={fieldError(error, 'bookingTemplateId')}
      />
      <Select
        label={t('selling.label.deliveryType')}
        data={deliveryTypes.map((value) => ({ value, label: t(`selling.deliveryType.${value}`) }))}
        allowDeselect={false}
        value={values.deliveryType}
        onChange={(type) => set('deliveryType', type as Values['deliveryType'])}
        error={fieldError(error, 'deliveryType')}
      />
      <PricingOptionsField
        value={values.pricingOptions}
        onChange={(options) => set('pricingOptions', options)}
        error={error}
      />
      <BuyerFields draft={draft} error={error} />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}

/** What buyers may buy. */
function BuyerFields({ draft: { values, set }, error }: Pick<FieldsOf<Values>, 'draft' | 'error'>) {
  return (
    <>
      <MoneyFields
        label={t('selling.label.minimumBudget')}
        value={values.minimumBudget}
        onChange={(value) => set('minimumBudget', value)}
        error={fieldError(error, 'minimumBudget') ?? fieldError(error, 'minimumBudget/currency')}
      />
      <MultiSelect
        label={t('selling.label.allowedTargeting')}
        description={t('selling.hint.allowedTargeting')}
        data={allowedTargetings.map((value) => ({ value, label: t(`selling.allowedTargeting.${value}`) }))}
        value={[...values.allowedTargeting]}
        onChange={(kinds) => set('allowedTargeting', kinds as Values['allowedTargeting'])}
        error={fieldError(error, 'allowedTargeting')}
      />
      <Switch
        label={t('common.label.active')}
        description={t('selling.hint.activePackage')}
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
    </>
  );
}
