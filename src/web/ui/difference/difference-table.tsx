import { Code, Text } from '@mantine/core';
import { DataTable, type TableColumn } from '../list/data-table.tsx';
import type { FieldDifference } from './list-difference.ts';

/** Longer texts are code and read as such. */
const longText = 120;

/** What differs between two states, row by row; of something new, what it has. */
export function DifferenceTable({
  caption,
  before,
  after,
  differences,
  same,
}: {
  readonly caption: string;
  /** Heads of the two columns; without `before` there was nothing before. */
  readonly before?: string;
  readonly after: string;
  readonly differences: readonly FieldDifference[];
  /** What is said when nothing differs. */
  readonly same: string;
}) {
  const columns: readonly TableColumn<FieldDifference>[] = [
    { key: 'name', title: 'Changed', render: ({ name }) => name },
    ...(before === undefined
      ? []
      : [{ key: 'before', title: before, render: (one: FieldDifference) => <Value text={one.before} /> }]),
    { key: 'after', title: after, render: (one) => <Value text={one.after} /> },
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
