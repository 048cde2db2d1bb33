import { SimpleGrid, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { bookingTypes } from '../../../core/vocabulary/statuses.ts';
import { fieldError } from '../../api/use-draft.ts';
import { campaignChoices } from '../../campaign/campaign-choices.ts';
import { t } from '../../i18n/t.ts';
import { DraftTextField } from '../../ui/field/draft-text-field.tsx';
import { ReferenceSelect } from '../../ui/field/reference-select.tsx';
import { Segments } from '../../ui/field/segments.tsx';
import { EditorSection } from './editor-section.tsx';
import { EditorField } from './requested-field.tsx';
import type { SectionProps } from './section-props.ts';

/** Name and type of a booking, and the campaign of a new one. */
export function BasicsSection({ draft, error, isNew }: SectionProps & { readonly isNew: boolean }) {
  const { values, set } = draft;
  const isNarrow = useMediaQuery('(max-width: 48em)');
  return (
    <EditorSection fields={['campaignId', 'name', 'type']} title={t('booking.title.basics')}>
      <SimpleGrid cols={{ base: 1, sm: isNew ? 2 : 1 }}>
        {isNew && (
          <EditorField name="campaignId">
            <ReferenceSelect
              label={t('booking.label.campaign')}
              required
              source={campaignChoices}
              value={values.campaignId}
              onChange={(id) => set('campaignId', id)}
              error={fieldError(error, 'campaignId')}
            />
          </EditorField>
        )}
        <EditorField name="name">
          <DraftTextField
            draft={draft}
            error={error}
            name="name"
            label={t('booking.label.name')}
            required
            maxLength={255}
          />
        </EditorField>
      </SimpleGrid>
      <div>
        <Text fz="sm" fw={500} id="booking-type" mb={4}>
          {t('common.label.type')}
        </Text>
        <Segments
          aria-labelledby="booking-type"
          data={bookingTypes.map((type) => ({ value: type, label: t(`labels.bookingType.${type}`) }))}
          value={values.type}
          onChange={(type) => {
            set('type', type as typeof values.type);
            if (type !== 'in_store') set('loop', null);
            if (type !== 'sponsored_products') set('sponsored', null);
          }}
          size="xs"
          orientation={isNarrow ? 'vertical' : 'horizontal'}
          fullWidth={isNarrow === true}
        />
        {fieldError(error, 'type') !== undefined && (
          <Text fz="xs" c="var(--mantine-color-error)">
            {fieldError(error, 'type')}
          </Text>
        )}
      </div>
    </EditorSection>
  );
}
