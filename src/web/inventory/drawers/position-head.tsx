import { Box, SegmentedControl, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Format, Position } from '../../../client/generated/types.gen.ts';
import { objectWithEtag } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { countText } from '../../labels/figures.ts';
import { CodeLines, CodeText } from '../../ui/display/code-text.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { labelFor, mediaTypeLabels, sizeText } from '../model/inventory-labels.ts';
import { formatClient } from '../model/inventory-resources.ts';
import { snippetsOf } from './snippets.ts';

/** A calendar is large, and few look at it. */
const PositionPreview = lazy(async () => ({ default: (await import('../position-preview.tsx')).PositionPreviewPanel }));

/** What a position is, and how it comes onto a page. */
export function PositionHead({ position }: { readonly position: Position }) {
  const me = useMe();
  const { data } = useQuery({
    queryKey: ['formats', 'one', position.formatId],
    queryFn: () => objectWithEtag(formatClient.read(position.formatId)),
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
              : `${format.name}, ${labelFor(mediaTypeLabels, format.mediaType).toLowerCase()}, ${sizeText(format)}`}
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

/** Code to copy that shows the ads of a position, for each kind of client. */
function PositionSnippets({ slotName, format }: { readonly slotName: string; readonly format: Format }) {
  const { deliveryUrl } = useMe();
  const snippets = snippetsOf({ adsUrl: deliveryUrl, slotName, format });
  const [name, setName] = useState(snippets[0]?.name ?? '');
  const chosen = snippets.find((snippet) => snippet.name === name) ?? snippets[0];
  if (chosen === undefined) return null;
  return (
    <Box>
      <Title order={3} mb={6}>
        On your page
      </Title>
      <SegmentedControl
        size="xs"
        fullWidth
        mb="xs"
        aria-label="Kind of client"
        data={snippets.map((snippet) => snippet.name)}
        value={chosen.name}
        onChange={setName}
      />
      <CodeLines text={chosen.text} label="Copy the code" />
      <Text fz="xs" c="dimmed" mt={6}>
        {chosen.note}
      </Text>
    </Box>
  );
}
