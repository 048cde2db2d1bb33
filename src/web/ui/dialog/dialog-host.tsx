import { ModalsProvider, useModals } from '@mantine/modals';
import { useEffect } from 'react';
import { dialogHostReady } from './with-dialogs.ts';

/** Renders the dialogs that `withDialogs` opens. */
export function DialogHost() {
  return (
    <ModalsProvider>
      <ReadySignal />
    </ModalsProvider>
  );
}

/** Reports that the provider is mounted. Effects of children run after the effect in which the provider starts to listen. */
function ReadySignal() {
  const { modals } = useModals();
  useEffect(() => dialogHostReady(modals.length > 0), [modals]);
  return null;
}
