/*
 * Dialogs.
 *
 * - `dialog.tsx`, `side-drawer.tsx`: frames of all dialogs and drawers. `query-drawer.tsx`: a drawer that loads an object. `initial-focus.tsx`: where the focus begins.
 * - `with-dialogs.ts`, `dialogs.tsx`, `dialog-host.tsx`: opens a dialog. The code loads with the first dialog.
 * - `confirm.tsx`, `reason-dialog.tsx`, `secret-dialog.tsx`, `conflict-dialog.tsx`: the dialogs.
 * - `use-focus-back.ts`: restores the focus.
 */

import { notifyProblem } from '../notice/notify.ts';

type Modals = typeof import('@mantine/modals')['modals'];

let state = { isWanted: false, isOpen: false };
const listeners = new Set<() => void>();
const hostReady = Promise.withResolvers<void>();

/** Whether any dialog was requested, and whether one is open. The same object until one of them changes. */
export const dialogState = () => state;

/** Subscribes to changes of `dialogState`. Returns a function that unsubscribes. */
export function onDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called by the dialog host when it is mounted, with whether a dialog is open. */
export function dialogHostReady(isOpen: boolean): void {
  hostReady.resolve();
  change({ isOpen });
}

/** Opens or closes a dialog. The code of dialogs is not part of the first view. */
export function withDialogs(use: (modals: Modals) => void): void {
  change({ isWanted: true });
  Promise.all([import('@mantine/modals'), hostReady.promise]).then(([{ modals }]) => use(modals), notifyProblem);
}

function change(part: Partial<typeof state>): void {
  const next = { ...state, ...part };
  if (next.isWanted === state.isWanted && next.isOpen === state.isOpen) return;
  state = next;
  for (const listener of listeners) listener();
}
