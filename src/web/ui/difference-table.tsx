import { Code } from '@mantine/core';
import { type Column, DataTable } from './data-table.tsx';
import type { Difference } from './list-difference.ts';

/** Longer texts are code and read as such. */
const longText = 120;

/** What differs, row by row: what would be beside what is. */
export function DifferenceTable({
  caption,
  after,
  before,
  differences,
}: {
  readonly caption: string;
  /** Heads of the two columns. */
  readonly after: string;
  readonly before: string;
  readonly differences: readonly Difference[];
}) {
  const columns: readonly Column<Difference>[] = [
    { key: 'name', title: 'Changed', nowrap: true, render: ({ name }) => name },
    { key: 'after', title: after, render: (one) => <Value text={one.after} /> },
    { key: 'before', title: before, render: (one) => <Value text={one.before} /> },
  ];
  return <DataTable caption={caption} columns={columns} rows={differences} rowKey={({ name }) => name} />;
}

function Value({ text }: { readonly text: string }) {
  if (text.length <= longText) return <span style={{ overflowWrap: 'anywhere' }}>{text}</span>;
  return (
    <Code block mah={240} tabIndex={0}>
      {text}
    </Code>
  );
}
