import { Input, Select, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Format } from '../../../client/generated/types.gen.ts';
import { maxCategories } from '../../../core/words/limits.ts';
import { isEqual } from '../../api/merge-patch.ts';
import { fieldError } from '../../api/use-draft.ts';
import { reachedPositions } from '../../inventory/model/booked-inventory.ts';
import { formatsQuery } from '../../inventory/model/formats-query.ts';
import { useInventory } from '../../inventory/model/use-inventory.ts';
import { ProductPicker } from '../../product/product-picker.tsx';
import { productsQuery } from '../../product/product-resource.ts';
import { emptySponsoredDraft, type SponsoredDraft, sponsoredBodyOf } from '../model/sponsored-values.ts';
import { EditorSection } from './editor-section.tsx';
import { KeywordFields } from './keyword-fields.tsx';
import type { SectionProps } from './section-props.ts';

/** What is advertised, and on which searches and pages. What is incomplete is kept here, and not stored. */
export function SponsoredSection({ draft, error, brandIds }: SectionProps & { readonly brandIds: readonly number[] }) {
  const { held, change } = useHeld(draft);
  const formats = useShelfFormats(draft.values);
  const only = formats.booked.length === 1 ? formats.booked[0]?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is booked decides, and only while nobody has chosen
  useEffect(() => {
    if (held.formatId === null && only !== undefined) change({ formatId: only });
  }, [only]);
  const fault = (field: keyof SponsoredDraft) => fieldError(error, `sponsored/${field}`);
  const isMisplaced =
    held.formatId !== null && formats.booked.length > 0 && !formats.booked.some(({ id }) => id === held.formatId);
  return (
    <EditorSection
      fields={['sponsored', 'creatives']}
      title="Sponsored products"
      lead="Beta. Each product is an ad of its own. Products take turns; what is sold out is left out until it is back."
    >
      <Input.Wrapper label="Products" labelElement="div" required error={fault('products')}>
        {brandIds.length === 0 ? (
          <Text fz="sm" c="dimmed">
            Choose the campaign first: products are of its brands.
          </Text>
        ) : (
          <ProductPicker
            brandIds={brandIds}
            chosen={held.products}
            onChange={(products) => change({ products: [...products] })}
          />
        )}
      </Input.Wrapper>
      <Select
        label="Format"
        description="That of the positions in which they show: a stack shows a list, native one"
        required
        data={formats.all.map(({ id, name }) => ({ value: String(id), label: name }))}
        allowDeselect={false}
        placeholder={formats.all.length === 0 ? 'There is no format of media type stack or native yet' : 'Choose one'}
        value={held.formatId === null ? null : String(held.formatId)}
        onChange={(id) => change({ formatId: Number(id) })}
        error={fault('formatId') ?? (isMisplaced ? 'No booked position has this format' : undefined)}
        maw={420}
      />
      <KeywordFields
        label="Keywords"
        description="Searches that it is for. Exact: the whole search; phrase: these words side by side; broad: all of them in any order, up to four"
        keywords={held.keywords}
        onChange={(keywords) => change({ keywords: [...keywords] })}
        error={fieldError(error, 'sponsored/keywords', 'itself')}
        errorOf={(index) => fieldError(error, `sponsored/keywords/${index}`)}
      />
      <KeywordFields
        label="Negative keywords"
        description="Searches that it is not for, whatever else fits"
        keywords={held.negativeKeywords}
        onChange={(negativeKeywords) => change({ negativeKeywords: [...negativeKeywords] })}
        error={fieldError(error, 'sponsored/negativeKeywords', 'itself')}
        errorOf={(index) => fieldError(error, `sponsored/negativeKeywords/${index}`)}
      />
      <CategoryField
        held={held}
        onChange={(categories) => change({ categories: [...categories] })}
        error={fault('categories')}
      />
      <TagsInput
        label="Product pages"
        description="Pages of these products, by their ids in the shop, whosever they are; Enter after each"
        value={[...held.productPages]}
        onChange={(productPages) => change({ productPages })}
        splitChars={[',']}
        error={fieldError(error, 'sponsored/productPages')}
      />
      <Text fz="xs" c="dimmed">
        {held.keywords.length + held.categories.length + held.productPages.length === 0
          ? 'Without keywords, categories and product pages it is shown whatever is searched for.'
          : 'It is shown when one of its keywords, categories or product pages fits and no negative keyword does.'}{' '}
        Upper and lower case and signs make no difference.
      </Text>
      {sponsoredBodyOf(held) === null && (
        <Text fz="sm" c="var(--placard-warn)" role="status">
          {incompleteText(held)}
        </Text>
      )}
    </EditorSection>
  );
}

/** Categories of the chosen products are offered, and any other can be written. */
function CategoryField({
  held,
  onChange,
  error,
}: {
  readonly held: SponsoredDraft;
  readonly onChange: (categories: readonly string[]) => void;
  readonly error: string | undefined;
}) {
  const { data = [] } = useQuery(productsQuery(held.products));
  return (
    <TagsInput
      label="Categories"
      description="Pages that it is for, and all below them: Drinks > Coffee; Enter after each"
      data={[...new Set(data.flatMap(({ category }) => category ?? []))].sort()}
      value={[...held.categories]}
      onChange={onChange}
      // Categories have commas in them.
      splitChars={['|']}
      maxTags={maxCategories}
      acceptValueOnBlur
      error={error}
    />
  );
}

/** What is written, which goes into the draft whenever it can be stored. */
function useHeld({ values, set }: SectionProps['draft']) {
  const { sponsored } = values;
  const [held, setHeld] = useState<SponsoredDraft>(sponsored ?? emptySponsoredDraft);
  const given = useRef(sponsored);
  // What came from elsewhere, such as another person's version, takes its place.
  useEffect(() => {
    if (isEqual(given.current, sponsored)) return;
    given.current = sponsored;
    setHeld(sponsored ?? emptySponsoredDraft);
  }, [sponsored]);
  const change = (changes: Partial<SponsoredDraft>) => {
    const next = { ...held, ...changes };
    setHeld(next);
    const storable = sponsoredBodyOf(next);
    if (storable === null) return;
    given.current = storable;
    set('sponsored', storable);
  };
  return { held, change };
}

/** Formats that show products, and those of them that booked positions have. */
function useShelfFormats(values: SectionProps['draft']['values']) {
  const { data: formats = [] } = useQuery(formatsQuery);
  const { data: inventory } = useInventory();
  const all = formats.filter(({ mediaType }: Format) => mediaType === 'stack' || mediaType === 'native');
  if (inventory === undefined) return { all, booked: [] };
  const reached = reachedPositions(values, inventory);
  const ids = new Set(inventory.positions.filter(({ id }) => reached.has(id)).map(({ formatId }) => formatId));
  return { all, booked: all.filter(({ id }) => ids.has(id)) };
}

function incompleteText({ formatId, products }: SponsoredDraft): string {
  if (products.length === 0) return 'Not stored yet: it needs at least one product.';
  if (formatId === null) return 'Not stored yet: it needs a format.';
  return 'Not stored yet: one of its keywords has to be changed.';
}
