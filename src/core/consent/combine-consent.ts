import { everyUse, hasUse, noUse, type UseSet } from './consent-table.ts';

/** Uses that one signal of a request allows, or `unreadable`. */
export type ConsentSignal = UseSet | 'unreadable';

/** Consent of a request. */
export type Consent = {
  readonly uses: UseSet;
  /** For targeting: `granted` if segments may be used, `denied` if a signal denied consent, undefined if unknown. */
  readonly state: 'granted' | 'denied' | undefined;
};

/**
 * Combines the consent signals of a request. The strictest signal wins: a use is allowed only if all signals allow it,
 * and no use is allowed without signals. An unreadable signal allows nothing but is not a denial. Source:
 * docs/decisions/0026-consent-and-context.md.
 */
export function combineConsent(signals: readonly ConsentSignal[]): Consent {
  if (signals.length === 0) return unknownConsent;
  let uses = everyUse;
  let isRefused = false;
  for (const signal of signals) {
    uses &= signal === 'unreadable' ? noUse : signal;
    isRefused ||= signal !== 'unreadable' && !hasUse(signal, 'segments');
  }
  return { uses, state: isRefused ? 'denied' : hasUse(uses, 'segments') ? 'granted' : undefined };
}

/** Result without any consent signal. */
export const unknownConsent: Consent = { uses: noUse, state: undefined };
