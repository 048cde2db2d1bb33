import { t } from '../../i18n/t.ts';
import { confirm } from '../dialog/confirm.tsx';
import { type HoldInput, openHoldDialog } from '../dialog/hold-dialog.tsx';
import { openRejectionDialog } from '../dialog/reason-dialog.tsx';
import { deviceZone } from '../time/zoned-time.ts';
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

/** Parameters that the user enters for an action. */
export type ActionInput = { readonly reason?: string | undefined; readonly hold?: HoldInput };

/**
 * Runs an action. Asks for a confirmation, the reason of a rejection or the end of a hold first if the action needs
 * one.
 * @param zone time zone of the end of a hold
 */
export function performAction(
  name: string,
  action: ActionName,
  run: (input: ActionInput) => void,
  zone: string = deviceZone,
): void {
  if (action === 'reject') openRejectionDialog({ name, onReason: (reason) => run({ reason }) });
  else if (action === 'hold')
    openHoldDialog({ title: t('common.title.hold', { name }), zone, onHold: (hold) => run({ hold }) });
  else if (action === 'cancel' || action === 'archive' || action === 'release')
    confirm({
      title: t(`common.title.${action}`, { name }),
      text: t(`common.operationWarning.${action}`),
      verb: actionLabels(action).verb,
      isDangerous: action === 'cancel',
      onConfirm: () => run({}),
    });
  else run({});
}
