import { Alert, Group, Stack, Table, Text } from '@mantine/core';
import type { ProductImportReport } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { countText } from '../labels/figures.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { feedFaultText, importStatusBadge } from './product-labels.ts';

/** Shown invalid rows. The API returns the first 1,000. */
const maxShown = 200;

/** The result of an import: changes to the catalog, and invalid rows by line. */
export function ImportReport({ report }: { readonly report: ProductImportReport }) {
  const { status, kind, detail, rows, badRows, added, changed, unchanged, archived, faults } = report;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <ToneBadge {...importStatusBadge(status)} />
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {[report.fileName, t(`product.importKind.${kind}`)].join(' · ')}
        </Text>
      </Group>
      {detail !== null && (
        <Alert color="red" variant="light" title={t('product.title.nothingImported')}>
          {detail}
        </Alert>
      )}
      <Facts
        facts={[
          { name: t('product.label.rows'), value: countText(rows) },
          { name: t('product.label.added'), value: countText(added) },
          { name: t('product.label.changed'), value: countText(changed) },
          { name: t('product.label.unchanged'), value: countText(unchanged) },
          { name: t('common.label.archived'), value: countText(archived) },
          { name: t('product.label.invalidRows'), value: countText(badRows) },
        ]}
      />
      {Object.entries(faults).map(([code, count]) => (
        <Text key={code} fz="sm">
          {t('product.text.faultCount', { count, fault: feedFaultText(code) })}
        </Text>
      ))}
      <InvalidRows report={report} />
    </Stack>
  );
}

function InvalidRows({ report: { badRows, badRowList } }: { readonly report: ProductImportReport }) {
  if (badRowList.length === 0) return null;
  return (
    <Table>
      <Table.Caption>
        {badRows > maxShown ? t('product.title.firstInvalidRows', { shown: maxShown }) : t('product.title.invalidRows')}
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('product.label.line')}</Table.Th>
          <Table.Th>{t('product.label.sku')}</Table.Th>
          <Table.Th>{t('product.label.problem')}</Table.Th>
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
