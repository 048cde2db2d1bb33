import { confirm } from '../dialog/confirm.tsx';
import { askForReason } from '../dialog/reason-dialog.tsx';
import { type ActionName, actionWords } from './action-buttons.tsx';

/** Does an action, after asking where it ends something, or why something is refused. */
export function actOn(name: string, action: ActionName, run: (reason?: string) => void): void {
  const { asks, verb } = actionWords(action);
  if (action === 'reject') askForReason({ name, onReason: run });
  else if (asks === undefined) run();
  else
    confirm({ title: `${verb} ${name}?`, text: asks, verb, isDangerous: action === 'cancel', onConfirm: () => run() });
}
