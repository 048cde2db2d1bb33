import type { RequestParameters } from '../../../core/decision/ad-request.ts';
import type { Exchange } from '../listener/exchange.ts';

/** Where a request may say what its viewer agreed to. */
export type ConsentSource = {
  readonly parameters: RequestParameters;
  /** The objects `user` and `regs` of the body, as OpenRTB has them. */
  readonly user?: unknown;
  readonly regs?: unknown;
  readonly exchange: Pick<Exchange, 'header' | 'target'>;
};

/** All that a request says of consent, as texts. */
export type ConsentFields = {
  readonly tl: readonly string[];
  /** TCF strings. */
  readonly xt: readonly string[];
  readonly gdpr: readonly string[];
  readonly gpp: readonly string[];
  readonly gppSections: readonly number[];
  readonly usPrivacy: readonly string[];
  readonly coppa: readonly string[];
};

/** Values of one name that are read: who sends more has merged some requests. */
const maxValues = 20;
const queryNames = /[?&](?:tl|xt|gdpr|gpp|us_privacy|coppa|consent)/i;

/**
 * Collects what is said of consent in parameters, in the body, and in the query under the names that the industry's macros
 * have (`gdpr_consent`, `gpp_sid`, `us_privacy`), Prebid.js' user sync with `consentString`.
 * Source: wire-protocol 2.4 and 5.1; OpenRTB 2.6, 3.2.3 and 3.2.20.
 */
export function consentFields({ parameters, user, regs, exchange: { target } }: ConsentSource): ConsentFields {
  const query = queryNames.test(target) ? new URLSearchParams(target.slice(target.indexOf('?') + 1)) : null;
  const objects = [regs, fieldOf(regs, 'ext')];
  const said = (...names: readonly string[]): readonly string[] => {
    const found: string[] = [];
    for (const name of names) {
      found.push(...(parameters.get(name) ?? []), ...(query?.getAll(name) ?? []));
      for (const object of objects) found.push(...textsOf(fieldOf(object, name)));
    }
    return [...new Set(found.filter(Boolean))].slice(0, maxValues);
  };
  const ofUser = [fieldOf(user, 'consent'), fieldOf(fieldOf(user, 'ext'), 'consent')].flatMap(textsOf);
  return {
    tl: said('tl'),
    xt: [...new Set([...said('xt', 'gdpr_consent', 'consentString'), ...ofUser])],
    gdpr: said('gdpr'),
    gpp: said('gpp'),
    gppSections: said('gpp_sid').flatMap((list) => list.split(/[,_]/).flatMap(sectionId)),
    usPrivacy: said('us_privacy'),
    coppa: said('coppa'),
  };
}

function sectionId(text: string): readonly number[] {
  return /^-?\d{1,3}$/.test(text) ? [Number(text)] : [];
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Texts that are not empty, numbers, and lists of them. */
function textsOf(value: unknown): readonly string[] {
  return [value]
    .flat()
    .filter((part) => (typeof part === 'string' && part !== '') || typeof part === 'number')
    .map(String)
    .slice(0, maxValues);
}
