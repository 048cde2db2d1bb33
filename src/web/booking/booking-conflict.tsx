import type { SaveConflict } from '../api/use-save.ts';
import { ConflictDialog } from '../ui/dialog/conflict-dialog.tsx';
import { termChanges } from './model/term-changes.ts';
import { useTermNames } from './model/use-term-names.ts';

/** Asks which holds of a booking that somebody else saved first, in the words in which it is read elsewhere. */
export function BookingConflict({
  conflict,
  close,
  zone,
}: {
  readonly conflict: SaveConflict | null;
  readonly close: () => void;
  readonly zone: string;
}) {
  const changes = (conflict?.fields ?? []).map(({ name, theirs, mine }) => ({
    field: name,
    before: theirs ?? null,
    after: mine ?? null,
  }));
  const nameOf = useTermNames(changes);
  return <ConflictDialog conflict={conflict} close={close} differences={termChanges(changes, { nameOf, zone })} />;
}
