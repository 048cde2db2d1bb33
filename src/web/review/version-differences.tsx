import { DifferenceTable } from '../ui/difference/difference-table.tsx';
import { type Version, versionChanges } from './version-changes.ts';

/** What a new version says otherwise than the one that is delivered. */
export function VersionDifferences({ before, after }: { readonly before: Version; readonly after: Version }) {
  return (
    <DifferenceTable
      caption="What differs"
      before="Now"
      after="New version"
      differences={versionChanges(before, after)}
      same="Nothing that can be read differs; look at the previews."
    />
  );
}
