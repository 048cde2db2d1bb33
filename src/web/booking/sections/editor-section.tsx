/*
 * The sections of the booking editor, one file each.
 *
 * A section receives the draft and the error of the last save (`section-props.ts`) and changes fields of the draft.
 * `editor-section.tsx` is the frame of each section. `price-fields.tsx`, `cap-fields.tsx`, `loop-fields.tsx` and
 * `keyword-fields.tsx` are parts of sections.
 */

import { Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAddress } from '../../ui/page/use-address.ts';
import type { BookingValues } from '../model/booking-values.ts';

/** A section of the editor. The address parameter `field` focuses the section that has the field. */
export function EditorSection({
  title,
  lead,
  fields,
  children,
}: {
  readonly title: string;
  readonly lead?: string;
  /** Fields of the booking that the section edits. */
  readonly fields: readonly (keyof BookingValues)[];
  readonly children: ReactNode;
}) {
  const [{ field }] = useAddress();
  const ref = useRef<HTMLDivElement>(null);
  const isRequested = fields.some((name) => name === field);
  useEffect(() => {
    if (isRequested) ref.current?.focus();
  }, [isRequested]);
  return (
    <Paper
      component="section"
      aria-label={title}
      ref={ref}
      tabIndex={isRequested ? -1 : undefined}
      style={{ scrollMarginTop: 68 }}
    >
      <Title order={2}>{title}</Title>
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
