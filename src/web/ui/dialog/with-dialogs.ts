/*
 * Dialogs that code opens and waits for.
 *
 * - `with-dialogs.ts`, `dialogs.tsx`, `dialog-host.tsx`: opening a dialog, which is loaded when it is needed first.
 * - `confirm.tsx`, `reason-dialog.tsx`, `secret-dialog.tsx`, `conflict-dialog.tsx`: the dialogs.
 * - `use-focus-back.ts`: the focus returns to where it was.
 */

import { notifyProblem } from '../notice/notify.ts';

type Modals = typeof import('@mantine/modals')['modals'];

let state = { isWanted: false, isOpen: false };
const listeners = new Set<() => void>();
const standing = Promise.withResolvers<void>();

/** Whether a dialog was ever asked for, and whether one is open now; the same object while both stay. */
export const dialogState = () => state;

/** Calls back when that changes; the answer stops it. */
export function onDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Told by what shows dialogs: it stands, and whether one of them is open. */
export function dialogHostReady(isOpen: boolean): void {
  standing.resolve();
  change({ isOpen });
}

/** Opens or closes a dialog. Nobody needs one at the first view, so their code comes with the first that is opened. */
export function withDialogs(use: (modals: Modals) => void): void {
  change({ isWanted: true });
  Promise.all([import('@mantine/modals'), standing.promise]).then(([{ modals }]) => use(modals), notifyProblem);
}

function change(part: Partial<typeof state>): void {
  const next = { ...state, ...part };
  if (next.isWanted === state.isWanted && next.isOpen === state.isOpen) return;
  state = next;
  for (const listener of listeners) listener();
}
