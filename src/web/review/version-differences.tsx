import { Code, Text } from '@mantine/core';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { type Version, type VersionChange, versionChanges } from './version-changes.ts';

/** Longer texts are code and read as such. */
const longText = 120;

const columns: readonly Column<VersionChange>[] = [
  { key: 'name', title: 'Changed', nowrap: true, render: ({ name }) => name },
  { key: 'after', title: 'New version', render: ({ after }) => <Value text={after} /> },
  { key: 'before', title: 'Now', render: ({ before }) => <Value text={before} /> },
];

/** What a new version says otherwise than the one that is delivered. */
export function VersionDifferences({ before, after }: { readonly before: Version; readonly after: Version }) {
  const changes = versionChanges(before, after);
  if (changes.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        Nothing that can be read differs; look at the previews.
      </Text>
    );
  }
  return <DataTable caption="What differs" columns={columns} rows={changes} rowKey={({ name }) => name} />;
}

function Value({ text }: { readonly text: string }) {
  if (text.length <= longText) return <span style={{ overflowWrap: 'anywhere' }}>{text}</span>;
  return (
    <Code block mah={240} tabIndex={0}>
      {text}
    </Code>
  );
}
