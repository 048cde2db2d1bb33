import { Box, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Position } from '../../../client/generated/types.gen.ts';
import { takeObject } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { CodeText } from '../../ui/display/code-text.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { countText } from '../../words/figures.ts';
import { formatClient } from '../model/inventory-resources.ts';
import { mediaTypeWords, sizeText, wordFor } from '../model/inventory-words.ts';
import { PositionSnippets } from './position-snippets.tsx';

/** A calendar is large, and few look at it. */
const PositionPreview = lazy(async () => ({ default: (await import('../position-preview.tsx')).PositionPreviewPanel }));

/** What a position is, and how it comes onto a page. */
export function PositionHead({ position }: { readonly position: Position }) {
  const me = useMe();
  const { data } = useQuery({
    queryKey: ['formats', 'one', position.formatId],
    queryFn: () => takeObject(formatClient.read(position.formatId)),
  });
  const format = data?.object;
  return (
    <Box mb="lg">
      <Text fz="xs" c="dimmed">
        Slot name
      </Text>
      <CodeText text={position.slotName} label="Copy the slot name" />
      <SimpleGrid cols={2} mt="sm" mb="md" spacing="sm">
        <Box>
          <Text fz="xs" c="dimmed">
            Format
          </Text>
          <Text fz="sm">
            {format === undefined
              ? '…'
              : `${format.name}, ${wordFor(mediaTypeWords, format.mediaType).toLowerCase()}, ${sizeText(format)}`}
          </Text>
        </Box>
        <Box>
          <Text fz="xs" c="dimmed">
            Live traffic
          </Text>
          <Text fz="sm">
            {position.requestsPerDay === null
              ? 'Nobody asked for it yet'
              : `${countText(position.requestsPerDay)} requests a day`}
          </Text>
        </Box>
        <Box>
          <Text fz="xs" c="dimmed">
            Delivery
          </Text>
          <TextLink to="/reports" search={{ position: String(position.id) }} fz="sm">
            See its report
          </TextLink>
        </Box>
        {format?.inHeadsup === true && me.may('decisions:read') && (
          <Box>
            <Text fz="xs" c="dimmed">
              Screen
            </Text>
            <TextLink to="/inventory/loop" search={{ position: String(position.id) }} fz="sm">
              See its loop
            </TextLink>
            <br />
            <TextLink to="/inventory/screens" search={{ position: String(position.id) }} fz="sm">
              See its screens
            </TextLink>
          </Box>
        )}
      </SimpleGrid>
      {format !== undefined && <PositionSnippets slotName={position.slotName} format={format} />}
      {me.may('decisions:read') && (
        <Suspense fallback={null}>
          <PositionPreview position={position} />
        </Suspense>
      )}
    </Box>
  );
}
