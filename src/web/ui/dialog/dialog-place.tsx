import { ModalsProvider, useModals } from '@mantine/modals';
import { useEffect } from 'react';
import { dialogsStand } from './with-dialogs.ts';

/** Shows the dialogs that are opened by name. */
export function DialogPlace() {
  return (
    <ModalsProvider>
      <Standing />
    </ModalsProvider>
  );
}

/** Its effect comes after that by which the provider listens. */
function Standing() {
  const { modals } = useModals();
  useEffect(() => dialogsStand(modals.length > 0), [modals]);
  return null;
}
