import { Anchor, Group, Skeleton, Text } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { getCreativePreviewLink } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { Icon } from '../ui/display/icon.tsx';
import { Segments } from '../ui/field/segments.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { instantOf, wallTimeOf } from '../ui/time/zoned-time.ts';
import { type PreviewSize, type PreviewSurface, previewScale } from './model/preview-scale.ts';
import classes from './preview-stage.module.css';

/** The approved version of a creative, or the pending version. */
export type PreviewedVersion = 'current' | 'pending';

/** Loaded on demand because the calendar is large. */
const MomentField = lazy(async () => ({ default: (await import('../ui/time/moment-field.tsx')).MomentField }));

/** Preview links remain valid longer than a page stays open. */
const lifeSeconds = 86_400;

const surfaces = ['size', 'page', 'phone', 'screen'] as const satisfies readonly PreviewSurface[];

/** A creative as viewers see it. Its code runs in a separate origin and counts nothing. */
export function PreviewStage(props: {
  readonly creativeId: number;
  /** Number of the stored version. A new number reloads the preview. */
  readonly revision: number;
  readonly version: PreviewedVersion;
  readonly size: PreviewSize;
}) {
  const { creativeId, revision, version, size } = props;
  const [surface, setSurface] = useState<PreviewSurface>('size');
  const zone = useZone();
  // A phone shows most creatives smaller than they are.
  const isPhone = useMediaQuery('(max-width: 47.99em)') === true;
  const [wall, setWall] = useState<string | null>(null);
  // A pending version has no history.
  const at = version === 'current' && wall !== null ? instantOf(wall, zone) : null;
  const { data: link, error } = useQuery({
    queryKey: ['preview-links', creativeId, revision, version, at],
    queryFn: () => {
      const query = { version, lifeSeconds, ...(at !== null && { at }) };
      return dataOf(getCreativePreviewLink({ client, path: { id: creativeId }, query }));
    },
    // A new link would reload the creative and restart its video.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div>
      {error !== null && <ProblemAlert error={error} />}
      <Group justify="space-between" gap="xs" mb="sm">
        <Segments
          size="xs"
          aria-label={t('creative.label.surface')}
          data={surfaces.map((value) => ({
            value,
            label: t(`creative.surface.${isPhone && value === 'size' ? 'fit' : value}`),
          }))}
          value={surface}
          onChange={(next) => setSurface(next as PreviewSurface)}
        />
        {link !== undefined && (
          <Anchor href={link.url} target="_blank" rel="noreferrer" fz="sm">
            {t('creative.action.openPreview')} <Icon name="newWindow" size={12} />
          </Anchor>
        )}
      </Group>
      {error === null && <Scene surface={surface} size={size} frameUrl={link?.frameUrl} />}
      {version === 'current' && (
        <Suspense fallback={null}>
          <MomentField
            label={t('creative.label.versionApprovedAt')}
            value={wall}
            onChange={setWall}
            maxDate={wallTimeOf(new Date(), zone)}
          />
        </Suspense>
      )}
      <Text fz="xs" c="dimmed" mt={6}>
        {t('creative.text.previewNotCounted')}
      </Text>
    </div>
  );
}

type SceneProps = {
  readonly surface: PreviewSurface;
  readonly size: PreviewSize;
  readonly frameUrl: string | undefined;
};

/** Context of the preview. All surfaces use the same frame element, so that a video continues to play. */
function Scene({ surface, size, frameUrl }: SceneProps) {
  const { ref, width } = useElementSize();
  const { scale, device } = previewScale(surface, size, width);
  const outer = { width: size.width * scale, height: size.height * scale };
  return (
    <div ref={ref} className={classes.stage} data-surface={surface}>
      <div className={classes.device} style={device ?? undefined}>
        <SampleText lines={3} />
        <div className={classes.slot} style={outer}>
          {frameUrl === undefined ? (
            <Skeleton height="100%" />
          ) : (
            <iframe
              title={t('creative.label.previewFrame')}
              src={frameUrl}
              className={classes.frame}
              style={{ ...size, transform: `scale(${scale})` }}
              sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
            />
          )}
        </div>
        <SampleText lines={surface === 'phone' ? 18 : 9} />
      </div>
    </div>
  );
}

/** Placeholder bars for text. */
function SampleText({ lines }: { readonly lines: number }) {
  return (
    <div className={classes.text} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <i key={line} />
      ))}
    </div>
  );
}
