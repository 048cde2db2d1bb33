import { Text } from '@mantine/core';
import { fieldError } from '../../api/use-draft.ts';
import { TargetingBuilder } from '../../targeting/targeting-builder.tsx';
import { EditorSection } from './editor-section.tsx';
import type { SectionProps } from './section-props.ts';

/** For whom it is. */
export function TargetingSection({ draft, error }: SectionProps) {
  return (
    <EditorSection
      fields={['targeting']}
      title="For whom"
      lead="Without a test it is for everybody. What a request does not say does not match."
    >
      <TargetingBuilder
        tree={draft.values.targeting}
        onChange={(tree) => draft.set('targeting', tree)}
        error={fieldError(error, 'targeting')}
      />
      <Text fz="xs" c="dimmed">
        Upper and lower case do not matter. Segments serve with consent only.
      </Text>
    </EditorSection>
  );
}
