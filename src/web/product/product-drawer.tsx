import { Select } from '@mantine/core';
import type { Money, Product } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { MoneyFields } from '../ui/field/money-fields.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { availabilityLabels } from './product-labels.ts';
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
const availabilities = Object.entries(availabilityLabels).map(([value, { text }]) => ({ value, label: text }));

/** Makes or changes a product by hand; the next feed of its shop may say otherwise. */
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
      archiveText="It is shown nowhere from now on. Its reports stay."
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
      <DraftTextField draft={draft} error={error} name="name" label="Name" required data-autofocus maxLength={255} />
      <ReferenceSelect
        label="Brand"
        description="It says whose catalogue the product is in"
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
        label="Id in the shop"
        description={
          isNew ? 'Feeds and requests know it by that; it stays as it is' : 'Feeds and requests know it by that'
        }
        required={isNew}
        readOnly={!isNew}
        maxLength={100}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="link"
        label="Page in the shop"
        description="A click leads there"
        required
        type="url"
        placeholder="https://"
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="imageUrl"
        emptyIsNull
        label="Picture"
        description="Where the shop has it"
        type="url"
        placeholder="https://"
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="category"
        emptyIsNull
        label="Category"
        description="With those above it: Drinks > Coffee > Filter coffee"
        maxLength={750}
      />
      <Prices draft={draft} error={error} />
      <Select
        label="Availability"
        description="What is sold out is shown nowhere"
        data={availabilities}
        allowDeselect={false}
        value={values.availability}
        onChange={(availability) => set('availability', availability as Values['availability'])}
        error={fieldError(error, 'availability')}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}

/** What it costs usually, and now. */
function Prices({ draft: { values, set }, error }: Pick<FieldsOf<Values>, 'draft' | 'error'>) {
  return (
    <>
      <MoneyFields
        label="Price"
        value={values.price}
        onChange={(price) => set('price', price)}
        error={fieldError(error, 'price')}
      />
      <MoneyFields
        label="Sale price"
        value={values.salePrice}
        onChange={(salePrice) => set('salePrice', salePrice)}
        error={fieldError(error, 'salePrice')}
      />
    </>
  );
}
