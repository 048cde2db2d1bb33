import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { changePositions } from '../../../client/generated/sdk.gen.ts';
import type { Format, Location } from '../../../client/generated/types.gen.ts';
import { maxBulkItems } from '../../../core/vocabulary/limits/api-limits.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { conjunctionText } from '../../labels/figures.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { ButtonLink } from '../../ui/page/link.tsx';
import { type GridResult, GridResults } from './grid-results.tsx';
import { cellOf, type PositionCell } from './grid-selection.ts';
import { GridTable } from './grid-table.tsx';

const previewed = 8;

/** The grid of a publication, the names of the selected positions, and the button that creates them in one call. */
export function PositionGrid(props: {
  readonly locations: readonly Location[];
  readonly formats: readonly Format[];
  readonly existing: ReadonlySet<string>;
}) {
  const { locations, formats, existing } = props;
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<readonly GridResult[]>([]);
  const cells = locations.flatMap((location) => formats.map((format) => cellOf(location, format)));
  const chosen = cells.filter(({ slotName }) => selected.has(slotName) && !existing.has(slotName));
  const create = useChange({
    nouns: ['positions', 'inventory'],
    change: createPositions,
    onDone: (made) => {
      setResults(made);
      select(new Set(made.filter(({ problem }) => problem !== null).map(({ slotName }) => slotName)));
    },
    quiet: true,
  });
  if (locations.length === 0) return <NoLocations />;
  return (
    <Stack>
      <GridTable {...{ locations, formats, existing, selected, select }} />
      <Text fz="sm" c="dimmed" aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
        {previewText(chosen)}
      </Text>
      {create.error !== null && <ProblemAlert error={create.error} />}
      <GridResults results={results} />
      <Group justify="flex-end">
        <Button
          loading={create.isPending}
          disabled={chosen.length === 0 || chosen.length > maxBulkItems}
          onClick={() => create.mutate(chosen)}
        >
          {t('inventory.action.createPositions', { count: chosen.length })}
        </Button>
      </Group>
    </Stack>
  );
}

function NoLocations() {
  return (
    <EmptyState
      icon="inventory"
      title={t('inventory.title.noLocations')}
      action={<ButtonLink to="/inventory">{t('inventory.action.openInventory')}</ButtonLink>}
    >
      {t('inventory.text.noLocations')}
    </EmptyState>
  );
}

function previewText(chosen: readonly PositionCell[]): string {
  if (chosen.length === 0) return t('inventory.text.nothingSelected');
  if (chosen.length > maxBulkItems) return t('inventory.text.tooManyPositions', { count: maxBulkItems });
  const names = chosen.slice(0, previewed).map(({ slotName }) => slotName);
  return t('inventory.text.newSlotNames', {
    count: chosen.length,
    names: conjunctionText(chosen.length > previewed ? [...names, '…'] : names),
  });
}

/** Creates the positions in one call. A position that is refused does not prevent the others. */
async function createPositions(cells: readonly PositionCell[]): Promise<readonly GridResult[]> {
  const items = cells.map(({ locationId, formatId }) => ({ create: { locationId, formatId } }));
  const { results } = await dataOf(changePositions({ client, body: { mode: 'partial', items } }));
  return cells.map(({ slotName }, index) => {
    const problem = results[index]?.problem;
    return { slotName, problem: problem === undefined ? null : (problem.detail ?? problem.title) };
  });
}
