import { Anchor, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { getCreativePreviewLink } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { deviceZone, instantOf } from '../ui/time/zoned-time.ts';
import { type PreviewSize, type PreviewSurface, previewScale } from './model/preview-scale.ts';
import classes from './preview-stage.module.css';

/** What is shown of a creative: what it is, or the new version of it that waits. */
export type PreviewedVersion = 'current' | 'pending';

/** A calendar is large. */
const MomentField = lazy(async () => ({ default: (await import('../ui/time/moment-field.tsx')).MomentField }));

/** A link lives longer than a page stays open. */
const lifeSeconds = 86_400;

const places = [
  { value: 'size', label: 'Its size' },
  { value: 'page', label: 'Page' },
  { value: 'phone', label: 'Phone' },
  { value: 'screen', label: 'Screen' },
] as const satisfies readonly { readonly value: PreviewSurface; readonly label: string }[];

/** A creative as viewers see it, where they see it. Its code runs in an origin of its own and counts nothing. */
export function PreviewStage(props: {
  readonly creativeId: number;
  /** Number of the stored version: a change is shown. */
  readonly revision: number;
  readonly version: PreviewedVersion;
  readonly size: PreviewSize;
}) {
  const { creativeId, revision, version, size } = props;
  const [place, setPlace] = useState<PreviewSurface>('size');
  const [wall, setWall] = useState<string | null>(null);
  // A version that waits for review has no past.
  const at = version === 'current' && wall !== null ? instantOf(wall, deviceZone) : null;
  const { data: link, error } = useQuery({
    queryKey: ['preview-links', creativeId, revision, version, at],
    queryFn: () => {
      const query = { version, lifeSeconds, ...(at !== null && { at }) };
      return dataOf(getCreativePreviewLink({ client, path: { id: creativeId }, query }));
    },
    // A new link would load the creative anew and begin its film at the start.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div>
      {error !== null && <ProblemAlert error={error} />}
      <Group justify="space-between" gap="xs" mb="sm">
        <SegmentedControl
          size="xs"
          aria-label="Where it is seen"
          data={[...places]}
          value={place}
          onChange={(next) => setPlace(next as PreviewSurface)}
        />
        {link !== undefined && (
          <Anchor href={link.url} target="_blank" rel="noreferrer" fz="sm">
            Open or share <Icon name="newWindow" size={12} />
          </Anchor>
        )}
      </Group>
      {error === null && <Scene place={place} size={size} address={link?.frameUrl} />}
      {version === 'current' && (
        <Suspense fallback={null}>
          <MomentField label="As it was approved at" value={wall} onChange={setWall} maxDate={new Date()} />
        </Suspense>
      )}
      <Text fz="xs" c="dimmed" mt={6}>
        Nothing here is counted.
      </Text>
    </div>
  );
}

type SceneProps = { readonly place: PreviewSurface; readonly size: PreviewSize; readonly address: string | undefined };

/** The place around the creative. The frame stays the same element wherever it is: a film goes on. */
function Scene({ place, size, address }: SceneProps) {
  const { ref, width } = useElementSize();
  const { scale, device } = previewScale(place, size, width);
  const outer = { width: size.width * scale, height: size.height * scale };
  return (
    <div ref={ref} className={classes.stage} data-place={place}>
      <div className={classes.device} style={device ?? undefined}>
        <SampleText lines={3} />
        <div className={classes.slot} style={outer}>
          {address === undefined ? (
            <Skeleton height="100%" />
          ) : (
            <iframe
              title="The creative"
              src={address}
              className={classes.frame}
              style={{ ...size, transform: `scale(${scale})` }}
              sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
            />
          )}
        </div>
        <SampleText lines={place === 'phone' ? 18 : 9} />
      </div>
    </div>
  );
}

/** Bars in the place of text. */
function SampleText({ lines }: { readonly lines: number }) {
  return (
    <div className={classes.text} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <i key={line} />
      ))}
    </div>
  );
}
