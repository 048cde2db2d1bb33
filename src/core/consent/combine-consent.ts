import { everyUse, hasUse, noUse, type UseSet } from './consent-table.ts';

/** What one signal of a request says: the uses that it allows, or that it cannot be read. */
export type ConsentSignal = UseSet | 'unreadable';

/** What may be done for a request. */
export type Consent = {
  readonly uses: UseSet;
  /** For targeting: `granted` when segments may be used, `denied` when somebody said no, undefined when nobody knows. */
  readonly state: 'granted' | 'denied' | undefined;
};

/**
 * The strictest signal wins: what is not allowed by all of them is not allowed, and without any nothing is. One that
 * cannot be read allows nothing, and is no refusal either. Source: docs/decisions/0026-consent-and-context.md.
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

/** Nobody said anything. */
export const unknownConsent: Consent = { uses: noUse, state: undefined };
