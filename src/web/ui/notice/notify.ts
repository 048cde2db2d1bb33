import type { NotificationData } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { messageOf, problemOfError } from '../../api/client.ts';

const listeners = new Set<() => void>();
let isTold = false;

/** Whether anything was told since the page was opened. */
export const wasNotified = () => isTold;

/** Calls back once something is told; the answer stops it. */
export function onNotification(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const closeButtonProps = { 'aria-label': 'Close' };

/** Says in passing that something was done; the answer takes it away again. */
export function notifySuccess(message: ReactNode, options: { readonly autoClose?: number } = {}): () => void {
  return show({ message, color: 'teal', ...options });
}

/** Says why something was not done; it stays until it was read. */
export function notifyProblem(error: unknown): void {
  show({ title: problemOfError(error).title, message: messageOf(error), color: 'red', autoClose: false });
}

/** What is told comes after what is done, so its code is no part of the first view. */
function show(notification: NotificationData): () => void {
  isTold = true;
  for (const listener of listeners) listener();
  const shown = import('@mantine/notifications').then(({ notifications }) => ({
    notifications,
    id: notifications.show({ closeButtonProps, withBorder: true, ...notification }),
  }));
  return () => void shown.then(({ notifications, id }) => notifications.hide(id));
}
