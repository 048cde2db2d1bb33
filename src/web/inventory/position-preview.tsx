import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { previewPosition } from '../../client/generated/sdk.gen.ts';
import type { Position, PreviewedAd } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { shareText } from '../labels/figures.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { MomentField } from '../ui/time/moment-field.tsx';
import { instantOf } from '../ui/time/zoned-time.ts';
import { useZone } from './model/use-zone.ts';

/** Width of an ad in the drawer, in pixels. */
const maxWidth = 320;
const unknownSize = { width: 300, height: 250 };

/** The ads that a position shows at a time in the past or the future. */
export function PositionPreviewPanel({ position }: { readonly position: Position }) {
  const zone = useZone();
  const [wall, setWall] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { data, error, isFetching } = useQuery({
    queryKey: ['positions', position.id, 'preview', wall, zone],
    queryFn: () => {
      const query = wall === null ? {} : { at: instantOf(wall, zone) };
      return dataOf(previewPosition({ client, path: { id: position.id }, query }));
    },
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Box component="section" aria-label={t('inventory.title.preview')} mt="md">
      <Title order={3} mb={6}>
        {t('inventory.title.preview')}
      </Title>
      <MomentField label={t('inventory.label.time')} value={wall} onChange={setWall} />
      <Button variant="default" size="xs" mt="xs" loading={isFetching} onClick={() => setOpen(true)}>
        {t('inventory.action.showPreview')}
      </Button>
      {error !== null && <ProblemAlert error={error} />}
      <Stack gap="sm" mt="sm" aria-live="polite">
        {data !== undefined && data.ads.length === 0 && (
          <Text fz="sm" c="dimmed">
            {t('inventory.text.noPreview')}
          </Text>
        )}
        {data?.ads.map((ad) => (
          <ShownAd key={`${ad.bookingId} ${ad.creativeId}`} ad={ad} />
        ))}
        {data !== undefined && (
          <Text fz="xs" c="dimmed">
            {t('inventory.text.preview', { revision: data.revision })}
          </Text>
        )}
      </Stack>
    </Box>
  );
}

function ShownAd({ ad }: { readonly ad: PreviewedAd }) {
  const size = { width: ad.width ?? unknownSize.width, height: ad.height ?? unknownSize.height };
  const scale = Math.min(1, maxWidth / size.width);
  return (
    <div>
      <Text fz="xs" component="div">
        <TextLink to={`/bookings/${ad.bookingId}`} fz="xs">
          {ad.bookingName ?? t('inventory.label.bookingId', { id: ad.bookingId })}
        </TextLink>{' '}
        <span className="figures">{shareText(ad.sharePercent / 100)}</span>
      </Text>
      <div style={{ width: size.width * scale, height: size.height * scale, overflow: 'hidden' }}>
        <iframe
          title={ad.creativeName}
          src={ad.frameUrl}
          style={{ ...size, border: 0, transform: `scale(${scale})`, transformOrigin: '0 0' }}
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        />
      </div>
    </div>
  );
}
