import { Input, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Format } from '../../../client/generated/types.gen.ts';
import { maxBroadWords, maxCategories } from '../../../core/vocabulary/limits/booking-limits.ts';
import { isEqual } from '../../api/merge-patch.ts';
import { fieldError } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { reachedPositions } from '../../inventory/model/booked-inventory.ts';
import { formatsQuery } from '../../inventory/model/formats-query.ts';
import { useInventory } from '../../inventory/model/use-inventory.ts';
import { ProductPicker } from '../../product/product-picker.tsx';
import { productsQuery } from '../../product/product-resource.ts';
import { Select, TagsInput } from '../../ui/field/selects.tsx';
import { emptySponsoredDraft, type SponsoredDraft, sponsoredBodyOf } from '../model/sponsored-values.ts';
import { EditorSection } from './editor-section.tsx';
import { KeywordFields } from './keyword-fields.tsx';
import { EditorField } from './requested-field.tsx';
import type { SectionProps } from './section-props.ts';

/** Sponsored products, keywords, categories and pages. Incomplete values stay in this component and are not saved. */
export function SponsoredSection({ draft, error, brandIds }: SectionProps & { readonly brandIds: readonly number[] }) {
  const { sponsored, change } = useSponsoredDraft(draft);
  const formats = useShelfFormats(draft.values);
  const onlyFormat = formats.booked.length === 1 ? formats.booked[0]?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: preselects the only booked format until a format is selected
  useEffect(() => {
    if (sponsored.formatId === null && onlyFormat !== undefined) change({ formatId: onlyFormat });
  }, [onlyFormat]);
  const errorOf = (field: keyof SponsoredDraft) => fieldError(error, `sponsored/${field}`);
  const isNotBooked =
    sponsored.formatId !== null &&
    formats.booked.length > 0 &&
    !formats.booked.some(({ id }) => id === sponsored.formatId);
  const hasConditions = sponsored.keywords.length + sponsored.categories.length + sponsored.productPages.length > 0;
  return (
    <EditorSection
      fields={['sponsored', 'creatives']}
      title={t('booking.title.sponsoredProducts')}
      lead={t('booking.hint.sponsoredProducts')}
    >
      <EditorField name="sponsored.products">
        <Input.Wrapper label={t('booking.label.products')} labelElement="div" required error={errorOf('products')}>
          {brandIds.length === 0 ? (
            <Text fz="sm" c="dimmed">
              {t('booking.hint.chooseCampaign')}
            </Text>
          ) : (
            <ProductPicker
              brandIds={brandIds}
              chosen={sponsored.products}
              onChange={(products) => change({ products: [...products] })}
            />
          )}
        </Input.Wrapper>
      </EditorField>
      <Select
        label={t('booking.label.format')}
        description={t('booking.hint.format')}
        required
        data={formats.all.map(({ id, name }) => ({ value: String(id), label: name }))}
        allowDeselect={false}
        placeholder={t(formats.all.length === 0 ? 'booking.placeholder.noFormats' : 'booking.placeholder.chooseFormat')}
        value={sponsored.formatId === null ? null : String(sponsored.formatId)}
        onChange={(id) => change({ formatId: Number(id) })}
        error={errorOf('formatId') ?? (isNotBooked ? t('booking.error.formatNotBooked') : undefined)}
        maw={420}
      />
      <KeywordFields
        isNegative={false}
        description={t('booking.hint.keywords', { count: maxBroadWords })}
        keywords={sponsored.keywords}
        onChange={(keywords) => change({ keywords: [...keywords] })}
        error={fieldError(error, 'sponsored/keywords', 'itself')}
        errorOf={(index) => fieldError(error, `sponsored/keywords/${index}`)}
      />
      <KeywordFields
        isNegative
        description={t('booking.hint.negativeKeywords')}
        keywords={sponsored.negativeKeywords}
        onChange={(negativeKeywords) => change({ negativeKeywords: [...negativeKeywords] })}
        error={fieldError(error, 'sponsored/negativeKeywords', 'itself')}
        errorOf={(index) => fieldError(error, `sponsored/negativeKeywords/${index}`)}
      />
      <CategoryField
        sponsored={sponsored}
        onChange={(categories) => change({ categories: [...categories] })}
        error={errorOf('categories')}
      />
      <TagsInput
        label={t('booking.label.productPages')}
        description={t('booking.hint.productPages')}
        value={[...sponsored.productPages]}
        onChange={(productPages) => change({ productPages })}
        splitChars={[',']}
        error={fieldError(error, 'sponsored/productPages')}
      />
      <Text fz="xs" c="dimmed">
        {t(hasConditions ? 'booking.hint.someKeywords' : 'booking.hint.noKeywords')} {t('booking.hint.keywordRules')}
      </Text>
      {sponsoredBodyOf(sponsored) === null && (
        <Text fz="sm" c="var(--placard-warn)" role="status">
          {incompleteText(sponsored)}
        </Text>
      )}
    </EditorSection>
  );
}

/** Suggests the categories of the selected products. Other categories can be typed. */
function CategoryField({
  sponsored,
  onChange,
  error,
}: {
  readonly sponsored: SponsoredDraft;
  readonly onChange: (categories: readonly string[]) => void;
  readonly error: string | undefined;
}) {
  const { data = [] } = useQuery(productsQuery(sponsored.products));
  return (
    <TagsInput
      label={t('booking.label.categories')}
      description={t('booking.hint.categories')}
      data={[...new Set(data.flatMap(({ category }) => category ?? []))].sort()}
      value={[...sponsored.categories]}
      onChange={onChange}
      // Categories contain commas.
      splitChars={['|']}
      maxTags={maxCategories}
      acceptValueOnBlur
      error={error}
    />
  );
}

/** The edited values. They enter the draft of the booking as soon as they are complete. */
function useSponsoredDraft({ values, set }: SectionProps['draft']) {
  const stored = values.sponsored;
  const [sponsored, setSponsored] = useState<SponsoredDraft>(stored ?? emptySponsoredDraft);
  const lastStored = useRef(stored);
  // A value from elsewhere, such as another user's version, replaces the edited one.
  useEffect(() => {
    if (isEqual(lastStored.current, stored)) return;
    lastStored.current = stored;
    setSponsored(stored ?? emptySponsoredDraft);
  }, [stored]);
  const change = (changes: Partial<SponsoredDraft>) => {
    const next = { ...sponsored, ...changes };
    setSponsored(next);
    const complete = sponsoredBodyOf(next);
    if (complete === null) return;
    lastStored.current = complete;
    set('sponsored', complete);
  };
  return { sponsored, change };
}

/** Formats that show products, and those that the booked positions have. */
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
  if (products.length === 0) return t('booking.text.draftNeedsProduct');
  if (formatId === null) return t('booking.text.draftNeedsFormat');
  return t('booking.text.draftNeedsKeyword');
}
