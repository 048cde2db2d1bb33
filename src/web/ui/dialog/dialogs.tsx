import { lazy, Suspense, useSyncExternalStore } from 'react';
import { dialogState, onDialogs } from './with-dialogs.ts';

const DialogPlace = lazy(async () => ({ default: (await import('./dialog-place.tsx')).DialogPlace }));

/** Where dialogs that ask something open; it is loaded when the first one is. */
export function Dialogs() {
  const { isWanted } = useSyncExternalStore(onDialogs, dialogState);
  if (!isWanted) return null;
  return (
    <Suspense>
      <DialogPlace />
    </Suspense>
  );
}

/** Whether something is asked, so that keys are for the dialog. */
export function useIsAsking(): boolean {
  return useSyncExternalStore(onDialogs, dialogState).isOpen;
}
