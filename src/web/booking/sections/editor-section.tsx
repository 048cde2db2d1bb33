/*
 * The sections of the booking editor, one file each.
 *
 * A section gets the draft and the error of the last save (`section-props.ts`) and changes fields of the draft.
 * `editor-section.tsx` is the frame of all. `price-fields.tsx`, `cap-fields.tsx`, `loop-fields.tsx` and
 * `keyword-fields.tsx` are parts of sections.
 */

import { Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAddress } from '../../ui/page/use-address.ts';
import type { BookingValues } from '../model/booking-values.ts';

/** One part of the editor; an address that asks for one of its fields leads here. */
export function EditorSection({
  title,
  lead,
  fields,
  children,
}: {
  readonly title: string;
  readonly lead?: string;
  /** Members of the booking that are written here. */
  readonly fields: readonly (keyof BookingValues)[];
  readonly children: ReactNode;
}) {
  const [{ field }] = useAddress();
  const ref = useRef<HTMLDivElement>(null);
  const isAsked = fields.some((name) => name === field);
  useEffect(() => {
    if (isAsked) ref.current?.focus();
  }, [isAsked]);
  return (
    <Paper
      component="section"
      aria-label={title}
      ref={ref}
      tabIndex={isAsked ? -1 : undefined}
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
