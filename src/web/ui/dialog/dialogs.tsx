import { lazy, Suspense, useSyncExternalStore } from 'react';
import { dialogState, onDialogs } from './with-dialogs.ts';

const DialogHost = lazy(async () => ({ default: (await import('./dialog-host.tsx')).DialogHost }));

/** Where dialogs that ask something open; it is loaded when the first one is. */
export function Dialogs() {
  const { isWanted } = useSyncExternalStore(onDialogs, dialogState);
  if (!isWanted) return null;
  return (
    <Suspense>
      <DialogHost />
    </Suspense>
  );
}

/** Whether something is asked, so that keys are for the dialog. */
export function useIsDialogOpen(): boolean {
  return useSyncExternalStore(onDialogs, dialogState).isOpen;
}
