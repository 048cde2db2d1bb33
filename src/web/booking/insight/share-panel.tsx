import { Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewShares } from '../../../client/generated/sdk.gen.ts';
import type { SharePreview, SharePreviewBody } from '../../../client/generated/types.gen.ts';
import { client, dataOf, messageOf } from '../../api/client.ts';
import { shareText } from '../../labels/figures.ts';
import { TextLink } from '../../ui/page/link.tsx';
import type { BookingValues } from '../model/booking-values.ts';

const waitMs = 350;
const shownCompetitors = 6;
const shownPositions = 8;

/** What the booking gets beside its competitors, and would get as it is written now. */
export function SharePanel({
  values,
  bookingId,
}: {
  readonly values: BookingValues;
  readonly bookingId: number | null;
}) {
  const body = bodyOf(values, bookingId);
  const [asked] = useDebouncedValue(body, waitMs);
  const hasPlace = [values.positionIds, values.locationIds, values.publicationIds, values.publisherIds].some(
    (ids) => ids.length > 0,
  );
  const { data, error } = useQuery({
    queryKey: ['shares', asked],
    queryFn: () => dataOf(previewShares({ client, body: asked })),
    enabled: hasPlace,
    placeholderData: keepPreviousData,
  });
  return (
    <Paper component="section" aria-label="Share">
      <Title order={2}>Share</Title>
      {!hasPlace && (
        <Text fz="sm" c="dimmed">
          Pick positions to see what it would get beside the other bookings there.
        </Text>
      )}
      {hasPlace && error !== null && (
        <Text fz="sm" c="dimmed">
          {messageOf(error)}
        </Text>
      )}
      {hasPlace && data === undefined && error === null && <Skeleton height={120} mt="xs" />}
      {hasPlace && data !== undefined && <Shares preview={data} priority={values.priority} />}
    </Paper>
  );
}

function Shares({ preview, priority }: { readonly preview: SharePreview; readonly priority: number }) {
  const { total, positions } = preview;
  return (
    <Stack gap="xs" mt={4}>
      <Text fz="xl" fw={650} aria-live="polite">
        {total.sharePercent === null ? 'By its goal' : shareText(total.sharePercent / 100)}
        <Text component="span" fz="sm" c="dimmed" fw={400}>
          {' '}
          of the requests, priority {priority}
        </Text>
      </Text>
      {total.competitors.length === 0 && total.others === null && (
        <Text fz="sm" c="dimmed">
          No other booking runs there in this time.
        </Text>
      )}
      {total.competitors.slice(0, shownCompetitors).map((other) => (
        <ShareBar
          key={other.bookingId}
          percent={other.sharePercentWith}
          before={other.sharePercent}
          label={
            <>
              <TextLink to={`/bookings/${other.bookingId}`} fz="xs">
                {other.name}
              </TextLink>{' '}
              <Text component="span" fz="xs" c="dimmed">
                priority {other.priority}
              </Text>
            </>
          }
        />
      ))}
      {total.others !== null && (
        <ShareBar
          percent={total.others.sharePercentWith}
          before={total.others.sharePercent}
          label={
            <Text component="span" fz="xs" c="dimmed">
              Other bookings
            </Text>
          }
        />
      )}
      {positions.length > 1 && <ByPosition positions={positions.slice(0, shownPositions)} />}
    </Stack>
  );
}

function ShareBar(props: { readonly label: React.ReactNode; readonly percent: number; readonly before: number }) {
  const { percent, before } = props;
  return (
    <div>
      <Text fz="xs" component="div" style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
        <span>{props.label}</span>
        <span className="figures">
          {before === percent ? '' : `${shareText(before / 100)} → `}
          {shareText(percent / 100)}
        </span>
      </Text>
      <Progress value={percent} size="xs" aria-hidden="true" />
    </div>
  );
}

function ByPosition({ positions }: { readonly positions: SharePreview['positions'] }) {
  return (
    <div>
      <Title order={3} mt="xs" mb={4}>
        By position
      </Title>
      {positions.map(({ positionId, slotName, sharePercent, requestsPerDay }) => (
        <Text
          key={positionId}
          fz="xs"
          component="div"
          style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}
        >
          <span style={{ overflowWrap: 'anywhere' }}>{slotName}</span>
          <span className="figures" style={{ whiteSpace: 'nowrap' }}>
            {sharePercent === null ? 'by goal' : shareText(sharePercent / 100)}
            {requestsPerDay === null ? '' : ` of ${Math.round(requestsPerDay).toLocaleString('en')} a day`}
          </span>
        </Text>
      ))}
    </div>
  );
}

function bodyOf(values: BookingValues, bookingId: number | null): SharePreviewBody {
  const { positionIds, locationIds, publicationIds, publisherIds, priority, startDate, endDate, delivery, pricing } =
    values;
  const places = { positionIds, locationIds, publicationIds, publisherIds };
  return { bookingId, ...places, priority, startDate, endDate, delivery, pricing } as SharePreviewBody;
}
