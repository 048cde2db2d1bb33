/*
 * Notices: notifications and alerts.
 *
 * - `notices.tsx`, `notify.ts`, `notify-with-undo.tsx`: notifications that appear above the page.
 * - `problem-alert.tsx`, `rejection-notice.tsx`, `prepared-notice.tsx`: alerts in a page.
 */

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { onNotification, wasNotified } from './notify.ts';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** Container of the notifications. Its code loads with the first notification. */
export function Notices() {
  const isNeeded = useSyncExternalStore(onNotification, wasNotified);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <Notifications position="bottom-right" />
    </Suspense>
  );
}
