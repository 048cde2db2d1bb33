import type { DiagnosedReason } from '../../client/generated/types.gen.ts';
import { blockingReasons, limitingReasons, refusalReasons } from '../../core/vocabulary/reasons.ts';
import { t } from '../i18n/t.ts';

/** A reason of the diagnosis of a booking. */
export type ReasonCode = DiagnosedReason['code'];

/** A reason, and what to do about it. */
export type ReasonText = { readonly text: string; readonly action: string };

export function reasonText(code: ReasonCode): ReasonText {
  return { text: t(`labels.reason.${code}`), action: t(`labels.reasonAction.${code}`) };
}

/** Reasons why a single request is not answered with a booking that is otherwise able to deliver. */
export const requestReasons: readonly ReasonCode[] = [
  ...refusalReasons.filter((code) => ![...blockingReasons, ...limitingReasons].some((other) => other === code)),
  'NO_REQUESTS',
];
