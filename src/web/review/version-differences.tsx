import { Text } from '@mantine/core';
import { DifferenceTable } from '../ui/difference-table.tsx';
import { type Version, versionChanges } from './version-changes.ts';

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
  return <DifferenceTable caption="What differs" after="New version" before="Now" differences={changes} />;
}
