import { useQuery } from '@tanstack/react-query';
import { listPositions } from '../../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { useKnownNames } from '../../api/use-names.ts';
import { t } from '../../i18n/t.ts';
import { formatChoices } from './format-choices.ts';
import { locationChoices } from './inventory-choices.ts';

const staleMs = 60_000;

/** Location and format of positions, as `The Courier, articles · Medium rectangle`. null: unknown or not loaded. */
export function usePositionTexts(ids: readonly number[]): (id: number) => string | null {
  const wanted = ids.toSorted((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['positions', 'texts', ...wanted],
    queryFn: () =>
      dataOf(listPositions({ client, query: { id: wanted, includeArchived: 'true', limit: wanted.length } })),
    enabled: wanted.length > 0,
    staleTime: staleMs,
  });
  const positions = new Map((data ?? []).map((position) => [position.id, position]));
  const locations = useKnownNames(
    locationChoices,
    [...positions.values()].map(({ locationId }) => locationId),
  );
  const formats = useKnownNames(
    formatChoices,
    [...positions.values()].map(({ formatId }) => formatId),
  );
  const isReady = !locations.isAwaited && !formats.isAwaited;
  return (id) => {
    const position = positions.get(id);
    if (position === undefined || !isReady) return null;
    const { locationId, formatId } = position;
    return t('booking.format.position', { location: locations.nameOf(locationId), format: formats.nameOf(formatId) });
  };
}
