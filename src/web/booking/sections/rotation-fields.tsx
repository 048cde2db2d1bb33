import { NumberInput } from '@mantine/core';
import { maxHoldoutPercent, rotationMethods } from '../../../core/vocabulary/booking-modes.ts';
import { fieldError } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { Select } from '../../ui/field/selects.tsx';
import type { BookingValues } from '../model/booking-values.ts';
import { EditorField } from './requested-field.tsx';
import type { SectionProps } from './section-props.ts';

/** Rotation of the creatives, and the holdout of the experiment. */
export function RotationFields({ draft: { values, set }, error }: Pick<SectionProps, 'draft' | 'error'>) {
  return (
    <>
      {(values.creatives.length > 1 || values.rotation !== 'weighted') && (
        <EditorField name="rotation">
          <Select<BookingValues['rotation']>
            label={t('booking.label.rotation')}
            description={t('booking.hint.rotation')}
            data={rotationMethods.map((value) => ({ value, label: t(`labels.rotation.${value}`) }))}
            allowDeselect={false}
            value={values.rotation}
            onChange={(rotation) => set('rotation', rotation ?? 'weighted')}
            error={fieldError(error, 'rotation')}
            maw={340}
          />
        </EditorField>
      )}
      {((values.type === 'display' && values.roadblock === 'none') || values.holdoutPercent > 0) && (
        <EditorField name="holdoutPercent">
          <NumberInput
            label={t('booking.label.holdout')}
            description={t('booking.hint.holdout')}
            min={0}
            max={maxHoldoutPercent}
            allowDecimal={false}
            value={values.holdoutPercent}
            onChange={(percent) => set('holdoutPercent', Number(percent))}
            error={fieldError(error, 'holdoutPercent')}
            maw={340}
          />
        </EditorField>
      )}
    </>
  );
}
