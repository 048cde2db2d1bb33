import { confirm } from '../dialog/confirm.tsx';
import { openRejectionDialog } from '../dialog/reason-dialog.tsx';
import { type ActionName, actionLabels } from './action-buttons.tsx';

/** Does an action, after asking where it ends something, or why something is refused. */
export function performAction(name: string, action: ActionName, run: (reason?: string) => void): void {
  const { asks, verb } = actionLabels(action);
  if (action === 'reject') openRejectionDialog({ name, onReason: run });
  else if (asks === undefined) run();
  else
    confirm({ title: `${verb} ${name}?`, text: asks, verb, isDangerous: action === 'cancel', onConfirm: () => run() });
}
