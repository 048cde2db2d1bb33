import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { sessionState } from '../api/session-state.ts';

const SessionEndedDialog = lazy(async () => ({
  default: (await import('./session-ended-dialog.tsx')).SessionEndedDialog,
}));

/** Keeps the page with its input when the session ends, and asks the user to sign in again. */
export function SessionGuard() {
  const isEnded = useSyncExternalStore(sessionState.subscribe, sessionState.isEnded);
  useEffect(() => {
    sessionState.isInUse = true;
  }, []);
  return <Suspense fallback={null}>{isEnded && <SessionEndedDialog />}</Suspense>;
}
