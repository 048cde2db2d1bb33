import type { PurchaseState } from '../../core/vocabulary/codes/selling-codes.ts';
import { t } from '../i18n/t.ts';
import type { Tone } from '../labels/status-labels.ts';
import { ToneBadge } from '../ui/display/badges.tsx';

const tones: Readonly<Record<PurchaseState, Tone>> = {
  waiting: 'waiting',
  approved: 'busy',
  running: 'good',
  completed: 'quiet',
  declined: 'bad',
  cancelled: 'quiet',
};

/** The state of a purchase. */
export function PurchaseStateBadge({ state }: { readonly state: PurchaseState }) {
  return <ToneBadge text={t(`selling.purchaseState.${state}`)} tone={tones[state]} />;
}
