import { lazy, Suspense, useSyncExternalStore } from 'react';
import { dialogState, onDialogs } from './with-dialogs.ts';

const DialogHost = lazy(async () => ({ default: (await import('./dialog-host.tsx')).DialogHost }));

/** Container of the dialogs. Its code loads when the first dialog opens. */
export function Dialogs() {
  const { isWanted } = useSyncExternalStore(onDialogs, dialogState);
  if (!isWanted) return null;
  return (
    <Suspense>
      <DialogHost />
    </Suspense>
  );
}

/** Whether a dialog is open and receives the keyboard shortcuts. */
export function useIsDialogOpen(): boolean {
  return useSyncExternalStore(onDialogs, dialogState).isOpen;
}
