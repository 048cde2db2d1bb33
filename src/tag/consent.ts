import type { Parameters } from './settings.ts';

type TcData = { readonly tcString?: string; readonly gdprApplies?: boolean; readonly eventStatus?: string };
type GppData = {
  readonly data?: unknown;
  readonly pingData?: {
    readonly signalStatus?: string;
    readonly gppString?: string;
    readonly applicableSections?: readonly number[];
  };
};
type ConsentManagers = {
  readonly __tcfapi?: (command: 'addEventListener', version: 2, callback: (data: TcData, ok: boolean) => void) => void;
  readonly __gpp?: (command: 'addEventListener', callback: (data: GppData) => void) => void;
};

/**
 * Follows the consent managers of the page. Returns a function that returns the current consent as parameters, after the
 * time limit without it. Source: IAB TCF 2.2, CMP API; IAB GPP, CMP API.
 */
export function followConsent(): (timeoutMs: number) => Promise<Parameters> {
  const managers = window as unknown as ConsentManagers;
  const parameters: Record<string, readonly string[]> = {};
  const tcf = signalOf((done) =>
    managers.__tcfapi?.('addEventListener', 2, ({ tcString, gdprApplies, eventStatus }, ok) => {
      if (!ok || eventStatus === 'cmpuishown') return;
      if (tcString) parameters['xt'] = [tcString];
      if (gdprApplies !== undefined) parameters['gdpr'] = [gdprApplies ? '1' : '0'];
      done();
    }),
  );
  const gpp = signalOf((done) =>
    managers.__gpp?.('addEventListener', ({ pingData }) => {
      if (pingData?.signalStatus !== 'ready' || !pingData.gppString) return;
      parameters['gpp'] = [pingData.gppString];
      parameters['gpp_sid'] = (pingData.applicableSections ?? []).map(String);
      done();
    }),
  );
  const none = Promise.resolve();
  const signals = [managers.__tcfapi ? tcf : none, managers.__gpp ? gpp : none];
  return async (timeoutMs) => {
    await Promise.race([Promise.all(signals), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
    return { ...parameters };
  };
}

function signalOf(listen: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => listen(resolve));
}
