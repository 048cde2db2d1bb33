import { Alert, Group, Stack, Table, Text } from '@mantine/core';
import type { ProductImportReport } from '../../client/generated/types.gen.ts';
import { countText } from '../labels/figures.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { feedFaultText, importKindLabels, importStatusLabels } from './product-labels.ts';

/** Wrong rows that are shown; the API has the first thousand. */
const maxShown = 200;

/** What became of a feed: what it changed, and its wrong rows by line. */
export function ImportReport({ report }: { readonly report: ProductImportReport }) {
  const { status, kind, detail, rows, badRows, added, changed, unchanged, archived, faults } = report;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <ToneBadge {...importStatusLabels[status]} />
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {report.fileName}, {importKindLabels[kind].toLowerCase()}
        </Text>
      </Group>
      {detail !== null && (
        <Alert color="red" variant="light" title="Nothing of it was taken">
          {detail}
        </Alert>
      )}
      <Facts
        facts={[
          { name: 'Rows', value: countText(rows) },
          { name: 'New', value: countText(added) },
          { name: 'Changed', value: countText(changed) },
          { name: 'Unchanged', value: countText(unchanged) },
          { name: 'Archived', value: countText(archived) },
          { name: 'Wrong', value: countText(badRows) },
        ]}
      />
      {Object.entries(faults).map(([code, count]) => (
        <Text key={code} fz="sm">
          {countText(count)} × {feedFaultText(code)}
        </Text>
      ))}
      <WrongRows report={report} />
    </Stack>
  );
}

function WrongRows({ report: { badRows, badRowList } }: { readonly report: ProductImportReport }) {
  if (badRowList.length === 0) return null;
  return (
    <Table>
      <Table.Caption>{badRows > maxShown ? `The first ${maxShown} wrong rows` : 'Wrong rows'}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Line</Table.Th>
          <Table.Th>Id in the shop</Table.Th>
          <Table.Th>What is wrong</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {badRowList.slice(0, maxShown).map(({ line, sku, code }) => (
          <Table.Tr key={`${line} ${code}`}>
            <Table.Td>{countText(line)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{sku ?? '–'}</Table.Td>
            <Table.Td>{feedFaultText(code)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
