import { notifications } from '@mantine/notifications';
import { messageOf, problemOf } from '../api/client.ts';

const closeButtonProps = { 'aria-label': 'Close' };

/** Says in passing that something was done. */
export function tellDone(message: string): void {
  notifications.show({ message, closeButtonProps, color: 'teal', withBorder: true });
}

/** Says why something was not done; it stays until it was read. */
export function tellProblem(error: unknown): void {
  notifications.show({
    title: problemOf(error).title,
    message: messageOf(error),
    closeButtonProps,
    color: 'red',
    autoClose: false,
    withBorder: true,
  });
}
