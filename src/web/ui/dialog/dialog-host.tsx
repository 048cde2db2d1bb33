import { ModalsProvider, useModals } from '@mantine/modals';
import { useEffect } from 'react';
import { dialogHostReady } from './with-dialogs.ts';

/** Shows the dialogs that are opened by name. */
export function DialogHost() {
  return (
    <ModalsProvider>
      <Standing />
    </ModalsProvider>
  );
}

/** Its effect comes after that by which the provider listens. */
function Standing() {
  const { modals } = useModals();
  useEffect(() => dialogHostReady(modals.length > 0), [modals]);
  return null;
}
