/*
 * The sections of the booking editor, one file each.
 *
 * A section receives the draft and the error of the last save (`section-props.ts`) and changes fields of the draft.
 * `editor-section.tsx` is the frame of each section, and `requested-field.tsx` the field that a link leads to.
 * `priority-field.tsx`, `price-fields.tsx`, `cap-fields.tsx`, `loop-fields.tsx` and `keyword-fields.tsx` are parts of sections.
 */

import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BookingValues } from '../model/booking-values.ts';
import { useRequestedField } from './requested-field.tsx';

/** A section of the editor. The address parameter `field` scrolls to a field of a section and focuses it. */
export function EditorSection({
  title,
  lead,
  fields,
  required = false,
  children,
}: {
  readonly title: string;
  readonly lead?: string;
  /** Fields of the booking that the section edits. */
  readonly fields: readonly (keyof BookingValues)[];
  /** Whether a booking requires a value in this section to be submitted. */
  readonly required?: boolean;
  readonly children: ReactNode;
}) {
  const { section, isRequested } = useRequestedField(fields);
  return (
    <Paper
      component="section"
      aria-label={title}
      ref={section}
      tabIndex={isRequested ? -1 : undefined}
      style={{ scrollMarginTop: 68 }}
    >
      <Title order={2}>
        {title}
        {required && (
          <Text component="span" inherit c="var(--mantine-color-error)" aria-hidden="true">
            {' *'}
          </Text>
        )}
      </Title>
      {lead !== undefined && (
        <Text c="dimmed" fz="sm">
          {lead}
        </Text>
      )}
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </Paper>
  );
}
