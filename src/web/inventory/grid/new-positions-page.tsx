/*
 * Creation of many positions at once.
 *
 * - `new-positions-page.tsx`: the page and its publication. `position-grid.tsx`: the grid of locations and formats.
 * - `grid-table.tsx`: the checkboxes. `grid-selection.ts`: the selection. `grid-results.tsx`: what was created.
 */

import { Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { everyObject } from '../../../client/every-object.ts';
import { listLocations, listPositions, listPublications } from '../../../client/generated/sdk.gen.ts';
import type { Position } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { ReferenceSelect } from '../../ui/field/reference-select.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageLoading } from '../../ui/page/page-loading.tsx';
import { numberOf, useAddress } from '../../ui/page/use-address.ts';
import { formatsQuery } from '../model/formats-query.ts';
import { publicationChoices } from '../model/inventory-choices.ts';
import { PositionGrid } from './position-grid.tsx';

const limit = 500;

/** Creates the positions of a publication from a grid of its locations and all formats. */
export function NewPositionsPage() {
  const [values, change] = useAddress();
  const first = useQuery({
    queryKey: ['publications', 'first'],
    queryFn: () => dataOf(listPublications({ client, query: { limit: 1, sort: 'name' } })),
  });
  const publicationId = numberOf(values['publication'], first.data?.[0]?.id ?? 0);
  return (
    <Page
      title={t('inventory.title.newPositions')}
      lead={t('inventory.text.newPositions')}
      crumbs={[{ text: t('inventory.title.inventory'), to: '/inventory' }]}
    >
      <Stack>
        <Paper maw={480}>
          <ReferenceSelect
            label={t('inventory.label.publication')}
            source={publicationChoices}
            value={publicationId === 0 ? null : publicationId}
            onChange={(id) => change({ publication: id === null ? undefined : String(id) })}
          />
        </Paper>
        {publicationId !== 0 && <GridOfPublication key={publicationId} publicationId={publicationId} />}
      </Stack>
    </Page>
  );
}

function GridOfPublication({ publicationId }: { readonly publicationId: number }) {
  const formats = useQuery(formatsQuery);
  const locations = useQuery({
    queryKey: ['locations', 'tree', publicationId, 'grid'],
    queryFn: () => dataOf(listLocations({ client, query: { publicationId: [publicationId], limit, sort: 'name' } })),
  });
  const locationIds = locations.data?.map(({ id }) => id) ?? [];
  const positions = useQuery({
    queryKey: ['positions', 'grid', publicationId, locationIds],
    queryFn: () => slotNamesOf(locationIds),
    enabled: locationIds.length > 0,
  });
  const error = formats.error ?? locations.error ?? positions.error;
  if (error !== null) return <ProblemAlert error={error} />;
  if (formats.data === undefined || locations.data === undefined) return <PageLoading />;
  if (positions.data === undefined && locationIds.length > 0) return <PageLoading />;
  return <PositionGrid locations={locations.data} formats={formats.data} existing={positions.data ?? none} />;
}

const none: ReadonlySet<string> = new Set();

/** The slot names of all positions of locations. Archived positions keep theirs. */
async function slotNamesOf(locationIds: number[]): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const list = (page: { readonly limit: number; readonly cursor?: string }) =>
    listPositions({ client, query: { ...page, locationId: locationIds, includeArchived: 'true' } });
  for await (const { slotName } of everyObject<Position>(list)) names.add(slotName);
  return names;
}
