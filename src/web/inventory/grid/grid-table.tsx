import { Checkbox, Paper, ScrollArea, Table, Text } from '@mantine/core';
import type { Format, Location } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { dimensionsText } from '../model/format-choices.ts';
import { cellOf, type PositionCell, stateOf, toggled } from './grid-selection.ts';

type GridProps = {
  readonly locations: readonly Location[];
  readonly formats: readonly Format[];
  /** Slot names that exist already. */
  readonly existing: ReadonlySet<string>;
  /** Slot names to create. */
  readonly selected: ReadonlySet<string>;
  readonly select: (selected: ReadonlySet<string>) => void;
};

/** Checkboxes for the combinations of locations and formats, for whole rows, columns and all. */
export function GridTable({ locations, formats, existing, selected, select }: GridProps) {
  const rowOf = (location: Location) => formats.map((format) => cellOf(location, format));
  const columnOf = (format: Format) => locations.map((location) => cellOf(location, format));
  const group = (cells: readonly PositionCell[], label: string) => {
    const state = stateOf(selected, cells, existing);
    return (
      <Checkbox
        aria-label={label}
        checked={state === 'all' || state === 'existing'}
        indeterminate={state === 'some'}
        disabled={state === 'existing'}
        onChange={() => select(toggled(selected, cells, existing))}
      />
    );
  };
  return (
    <Paper p={0}>
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('inventory.label.grid') }}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{group(locations.flatMap(rowOf), t('inventory.action.selectAll'))}</Table.Th>
              {formats.map((format) => (
                <Table.Th key={format.id} miw={110}>
                  {group(columnOf(format), t('inventory.action.selectColumn', { format: format.name }))}
                  <Text fz="xs" mt={4}>
                    {format.name}
                  </Text>
                  <Text fz="xs" c="dimmed">
                    {dimensionsText(format)}
                  </Text>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {locations.map((location) => (
              <Table.Tr key={location.id}>
                <Table.Th scope="row" miw={160}>
                  {group(rowOf(location), t('inventory.action.selectRow', { location: location.name }))}
                  <Text fz="xs" mt={4}>
                    {location.name}
                  </Text>
                </Table.Th>
                {rowOf(location).map(({ slotName }) => (
                  <Table.Td key={slotName}>
                    <Checkbox
                      aria-label={existing.has(slotName) ? t('inventory.label.existingSlot', { slotName }) : slotName}
                      checked={existing.has(slotName) || selected.has(slotName)}
                      disabled={existing.has(slotName)}
                      onChange={() => {
                        const next = new Set(selected);
                        if (!next.delete(slotName)) next.add(slotName);
                        select(next);
                      }}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Paper>
  );
}
