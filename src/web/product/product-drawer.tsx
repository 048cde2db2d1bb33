import type { Money, Product } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { MoneyFields } from '../ui/field/money-fields.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { Select } from '../ui/field/selects.tsx';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { availabilityOptions } from './product-labels.ts';
import { productClient } from './product-resource.ts';

type Values = {
  readonly brandId: number | null;
  readonly sku: string;
  readonly name: string;
  readonly link: string;
  readonly imageUrl: string | null;
  readonly category: string | null;
  readonly price: Money | null;
  readonly salePrice: Money | null;
  readonly availability: Product['availability'];
  readonly externalId: string | null;
};

const fresh: Values = {
  brandId: null,
  sku: '',
  name: '',
  link: '',
  imageUrl: null,
  category: null,
  price: null,
  salePrice: null,
  availability: 'in_stock',
  externalId: null,
};

const brands = brandChoices();

/** The form that creates or changes a product. The next feed of its shop may overwrite the changes. */
export function ProductDrawer({ id, close }: { readonly id: number | null; readonly close: () => void }) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={productClient}
      id={id}
      fresh={fresh}
      valuesOf={valuesOf}
      fields={(form) => <ProductFields {...form} />}
      isComplete={({ brandId, sku, name, link }) =>
        brandId !== null && [sku, name, link].every((text) => text.trim() !== '')
      }
      mayWrite={me.may('products:write')}
      archiveText={t('product.text.archive')}
      close={close}
    />
  );
}

function valuesOf(stored: Product): Values {
  const { brandId, sku, name, link, imageUrl, category, price, salePrice, availability, externalId } = stored;
  return { brandId, sku, name, link, imageUrl, category, price, salePrice, availability, externalId };
}

function ProductFields({ draft, error, isNew }: FieldsOf<Values>) {
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
        label={t('product.label.brand')}
        description={t('product.hint.brand')}
        required
        source={brands}
        value={values.brandId}
        onChange={(brandId) => set('brandId', brandId)}
        error={fieldError(error, 'brandId')}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="sku"
        label={t('product.label.sku')}
        description={isNew ? t('product.hint.newSku') : t('product.hint.sku')}
        required={isNew}
        readOnly={!isNew}
        maxLength={100}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="link"
        label={t('product.label.link')}
        description={t('product.hint.link')}
        required
        type="url"
        placeholder="https://"
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="imageUrl"
        emptyIsNull
        label={t('product.label.image')}
        description={t('product.hint.image')}
        type="url"
        placeholder="https://"
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="category"
        emptyIsNull
        label={t('product.label.category')}
        description={t('product.hint.category')}
        maxLength={750}
      />
      <Prices draft={draft} error={error} />
      <Select
        label={t('product.label.availability')}
        description={t('product.hint.availability')}
        data={availabilityOptions()}
        allowDeselect={false}
        value={values.availability}
        onChange={(availability) => set('availability', availability as Values['availability'])}
        error={fieldError(error, 'availability')}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}

/** Regular price and sale price. */
function Prices({ draft: { values, set }, error }: Pick<FieldsOf<Values>, 'draft' | 'error'>) {
  return (
    <>
      <MoneyFields
        label={t('product.label.price')}
        value={values.price}
        onChange={(price) => set('price', price)}
        error={fieldError(error, 'price')}
      />
      <MoneyFields
        label={t('product.label.salePrice')}
        value={values.salePrice}
        onChange={(salePrice) => set('salePrice', salePrice)}
        error={fieldError(error, 'salePrice')}
      />
    </>
  );
}
