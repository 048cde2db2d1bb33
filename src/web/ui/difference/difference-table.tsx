import { Code, Text } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import { DataTable, type TableColumn } from '../list/data-table.tsx';
import type { FieldDifference } from './list-difference.ts';

/** Longer texts are shown as code. */
const longText = 120;

/** The fields that differ between two versions. Without `before` it lists the fields of a new object. */
export function DifferenceTable({
  caption,
  before,
  after,
  differences,
  same,
}: {
  readonly caption: string;
  /** Titles of the two columns. */
  readonly before?: string;
  readonly after: string;
  readonly differences: readonly FieldDifference[];
  /** Text if nothing differs. */
  readonly same: string;
}) {
  const columns: readonly TableColumn<FieldDifference>[] = [
    { key: 'name', title: t('common.label.field'), render: ({ name }) => name },
    ...(before === undefined
      ? []
      : [{ key: 'before', title: before, render: (field: FieldDifference) => <Value text={field.before} /> }]),
    { key: 'after', title: after, render: (field) => <Value text={field.after} /> },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={differences}
      rowKey={({ name }) => name}
      empty={
        <Text fz="sm" c="dimmed">
          {same}
        </Text>
      }
    />
  );
}

function Value({ text }: { readonly text: string }) {
  if (text.length <= longText) return <span style={{ overflowWrap: 'anywhere' }}>{text}</span>;
  return (
    <Code block mah={240} tabIndex={0}>
      {text}
    </Code>
  );
}
