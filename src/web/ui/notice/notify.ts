import type { NotificationData } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { messageOf, problemOfError } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';

const listeners = new Set<() => void>();
let wasShown = false;

/** Whether a notification was shown since the page was opened. */
export const wasNotified = () => wasShown;

/** Subscribes to notifications. Returns a function that unsubscribes. */
export function onNotification(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows that a change succeeded. Returns a function that hides the notification. */
export function notifySuccess(message: ReactNode, options: { readonly autoClose?: number } = {}): () => void {
  return show({ message, color: 'teal', ...options });
}

/** Shows a problem. The notification stays until the user closes it. */
export function notifyProblem(error: unknown): void {
  show({ title: problemOfError(error).title, message: messageOf(error), color: 'red', autoClose: false });
}

/** Loads the code of notifications on first use, so that it is not part of the first view. */
function show(notification: NotificationData): () => void {
  wasShown = true;
  for (const listener of listeners) listener();
  const shown = import('@mantine/notifications').then(({ notifications }) => ({
    notifications,
    id: notifications.show({
      closeButtonProps: { 'aria-label': t('common.action.close') },
      withBorder: true,
      ...notification,
    }),
  }));
  return () => void shown.then(({ notifications, id }) => notifications.hide(id));
}
