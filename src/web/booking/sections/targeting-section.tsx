import { Text } from '@mantine/core';
import { fieldError } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { TargetingBuilder } from '../../targeting/targeting-builder.tsx';
import { EditorSection } from './editor-section.tsx';
import type { SectionProps } from './section-props.ts';

/** Targeting of a booking. */
export function TargetingSection({ draft, error }: SectionProps) {
  return (
    <EditorSection fields={['targeting']} title={t('booking.title.targeting')} lead={t('booking.hint.targeting')}>
      <TargetingBuilder
        tree={draft.values.targeting}
        onChange={(tree) => draft.set('targeting', tree)}
        error={fieldError(error, 'targeting')}
      />
      <Text fz="xs" c="dimmed">
        {t('booking.hint.targetingRules')}
      </Text>
    </EditorSection>
  );
}
