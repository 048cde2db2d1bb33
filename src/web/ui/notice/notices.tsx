import { lazy, Suspense, useSyncExternalStore } from 'react';
import { onNotification, wasNotified } from './notify.ts';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** The corner in which things are told; it is loaded when the first one is. */
export function Notices() {
  const isNeeded = useSyncExternalStore(onNotification, wasNotified);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <Notifications position="bottom-right" />
    </Suspense>
  );
}
