import { type ActionName, actionWords } from './action-buttons.tsx';
import { confirm } from './confirm.tsx';

/** Does an action, after asking where it ends something. */
export function actOn(name: string, action: ActionName, run: () => void): void {
  const { asks, verb } = actionWords(action);
  if (asks === undefined) run();
  else confirm({ title: `${verb} ${name}?`, text: asks, verb, isDangerous: action === 'cancel', onConfirm: run });
}
