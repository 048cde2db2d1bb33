import { t } from '../../i18n/t.ts';
import { confirm } from '../dialog/confirm.tsx';
import { openRejectionDialog } from '../dialog/reason-dialog.tsx';
import { type ActionName, actionLabels } from './action-buttons.tsx';

const inverses: Partial<Record<ActionName, 'pause' | 'resume' | 'unarchive'>> = {
  pause: 'resume',
  resume: 'pause',
  archive: 'unarchive',
};

/** Returns the input of the action that reverts another one, as for `inverse` of `useChange`. null: none reverts it. */
export function inverseOf({ action }: { readonly action: ActionName }) {
  const inverse = inverses[action];
  return inverse === undefined ? null : { action: inverse };
}

/** Runs an action. Asks for a confirmation or for the reason of a rejection first if the action needs one. */
export function performAction(name: string, action: ActionName, run: (reason?: string) => void): void {
  if (action === 'reject') openRejectionDialog({ name, onReason: run });
  else if (action === 'cancel' || action === 'archive')
    confirm({
      title: t(`common.title.${action}`, { name }),
      text: t(`common.operationWarning.${action}`),
      verb: actionLabels(action).verb,
      isDangerous: action === 'cancel',
      onConfirm: () => run(),
    });
  else run();
}
