import { followConsent } from './consent.ts';
import type { PageSettings, Parameters } from './settings.ts';

/** An ad of a response. */
export type Ad = {
  readonly slotName: string;
  readonly tag: string;
  readonly width?: string;
  readonly height?: string;
  readonly impressionCounter?: string;
  readonly viewableImpressionCounter?: string;
  readonly extension?: { readonly mediaType?: string };
};

/** Requests the ad of a slot. undefined: no ad. Rejects if the ad server does not respond. */
export type RequestAd = (slotName: string, parameters: Parameters) => Promise<Ad | undefined>;

type Waiting = {
  readonly slotName: string;
  readonly parameters: Parameters;
  readonly resolve: (ad: Ad | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Creates a function that requests ads. Slots that are requested in the same moment share one request, so that their
 * ads are selected together. A request contains each slot name once.
 */
export function createRequester(settings: PageSettings): RequestAd {
  let waiting: Waiting[] = [];
  let consentOf: ReturnType<typeof followConsent> | null = null;

  async function requestWaiting(): Promise<void> {
    consentOf ??= followConsent();
    const consent = await consentOf(settings.consentTimeout);
    // Also those that were added meanwhile.
    let rest = waiting;
    waiting = [];
    while (rest.length > 0) {
      const names = new Set<string>();
      const now = rest.filter(({ slotName }) => !names.has(slotName) && names.add(slotName));
      rest = rest.filter((one) => !now.includes(one));
      void send(now, consent);
    }
  }

  async function send(slots: readonly Waiting[], consent: Parameters): Promise<void> {
    try {
      const body = {
        slots: slots.map(({ slotName, parameters }) => ({ slotname: slotName, parameters })),
        parameters: { ...settings.parameters, ...consent },
      };
      // Without a content type, so that the browser sends no preflight.
      const response = await fetch(`${settings.host}/json`, {
        method: 'POST',
        body: JSON.stringify(body),
        credentials: 'include',
      });
      const ads = (await response.json()) as readonly Ad[];
      for (const { slotName, resolve } of slots) resolve(ads.find((ad) => ad.slotName === slotName));
    } catch (error) {
      for (const { reject } of slots) reject(error);
    }
  }

  return (slotName, parameters) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(requestWaiting, 0);
      waiting.push({ slotName, parameters, resolve, reject });
    });
}
