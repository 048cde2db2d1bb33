import type { ScreenCondition } from '../../../core/vocabulary/screen-conditions.ts';
import { t } from '../../i18n/t.ts';
import type { Tone } from '../../labels/status-labels.ts';

/** Properties of a badge. */
export type ScreenBadge = { readonly text: string; readonly tone: Tone; readonly hint: string };

const conditionTones: Readonly<Record<ScreenCondition | 'healthy', Tone>> = {
  wrong_clock: 'bad',
  records_changed: 'bad',
  files_missing: 'waiting',
  not_seen: 'waiting',
  healthy: 'good',
};

/** The badge of a condition that needs attention. */
export function screenConditionBadge(condition: ScreenCondition | 'healthy'): ScreenBadge {
  return {
    text: t(`labels.screenCondition.${condition}`),
    tone: conditionTones[condition],
    hint: t(`labels.screenConditionHint.${condition}`),
  };
}
