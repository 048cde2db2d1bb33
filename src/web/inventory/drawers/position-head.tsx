import { Box, Code, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Format, Position } from '../../../client/generated/types.gen.ts';
import { objectWithEtag } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { countText } from '../../labels/figures.ts';
import { CodeLines, CodeText } from '../../ui/display/code-text.tsx';
import { Segments } from '../../ui/field/segments.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { mediaTypeText, sizeText } from '../model/inventory-labels.ts';
import { formatClient, locationClient } from '../model/inventory-resources.ts';
import { snippetsOf } from './snippets.ts';

/** Loaded on demand because the calendar is large and rarely used. */
const PositionPreview = lazy(async () => ({ default: (await import('../position-preview.tsx')).PositionPreviewPanel }));

/** Facts of a position and its integration code. */
export function PositionHead({ position }: { readonly position: Position }) {
  const me = useMe();
  const { data } = useQuery({
    queryKey: ['formats', 'one', position.formatId],
    queryFn: () => objectWithEtag(formatClient.read(position.formatId)),
  });
  const format = data?.object;
  const location = useQuery({
    queryKey: ['locations', 'one', position.locationId],
    queryFn: () => objectWithEtag(locationClient.read(position.locationId)),
  }).data?.object;
  const isScreen = location?.kind === 'screen';
  const isDownloaded = format?.inHeadsup ?? isScreen;
  return (
    <Box mb="lg">
      <Text fz="xs" c="dimmed">
        {t('inventory.label.slotName')}
      </Text>
      <CodeText text={position.slotName} label={t('inventory.action.copySlotName')} />
      <SimpleGrid cols={2} mt="sm" mb="md" spacing="sm">
        <Box>
          <Text fz="xs" c="dimmed">
            {t('inventory.label.format')}
          </Text>
          <Text fz="sm">
            {format === undefined ? '…' : [format.name, mediaTypeText(format.mediaType), sizeText(format)].join(' · ')}
          </Text>
        </Box>
        <Box>
          <Text fz="xs" c="dimmed">
            {t('inventory.label.requestsPerDay')}
          </Text>
          <Text fz="sm">
            {position.requestsPerDay === null ? t('inventory.label.noRequests') : countText(position.requestsPerDay)}
          </Text>
        </Box>
        <Box>
          <Text fz="xs" c="dimmed">
            {t('inventory.label.report')}
          </Text>
          <TextLink to="/reports" search={{ position: String(position.id) }} fz="sm">
            {t('inventory.action.viewReport')}
          </TextLink>
        </Box>
        {isScreen && me.may('decisions:read') && (
          <Box>
            <Text fz="xs" c="dimmed">
              {t('inventory.label.screen')}
            </Text>
            <TextLink to="/inventory/loop" search={{ position: String(position.id) }} fz="sm">
              {t('inventory.action.viewLoop')}
            </TextLink>
            <br />
            <TextLink to="/inventory/screens" search={{ position: String(position.id) }} fz="sm">
              {t('inventory.action.viewScreens')}
            </TextLink>
          </Box>
        )}
      </SimpleGrid>
      {format !== undefined && location !== undefined && (
        <PositionSnippets slotName={position.slotName} format={format} isDownloaded={isDownloaded} />
      )}
      {me.may('decisions:read') && (
        <Suspense fallback={null}>
          <PositionPreview position={position} />
        </Suspense>
      )}
    </Box>
  );
}

/** Code that shows the ads of a position, for each type of client. */
function PositionSnippets(props: {
  readonly slotName: string;
  readonly format: Format;
  readonly isDownloaded: boolean;
}) {
  const { deliveryUrl } = useMe();
  const snippets = snippetsOf({ adsUrl: deliveryUrl, ...props });
  const [kind, setKind] = useState<string>(snippets[0]?.kind ?? '');
  const chosen = snippets.find((snippet) => snippet.kind === kind) ?? snippets[0];
  if (chosen === undefined) return null;
  return (
    <Box>
      <Title order={3} mb={6}>
        {t('inventory.title.integrationCode')}
      </Title>
      <Segments
        size="xs"
        fullWidth
        mb="xs"
        aria-label={t('inventory.label.clientType')}
        data={snippets.map(({ kind: value }) => ({ value, label: t(`inventory.snippet.${value}`) }))}
        value={chosen.kind}
        onChange={setKind}
      />
      <CodeLines text={chosen.text} label={t('inventory.action.copyCode')} />
      <Text fz="xs" c="dimmed" mt={6}>
        <RichText id={`inventory.snippetHint.${chosen.kind}`} elements={{ code: <Code /> }} />
      </Text>
    </Box>
  );
}
