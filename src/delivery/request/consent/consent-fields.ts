import type { RequestParameters } from '../../../core/decision/ad-request.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';

/** Parts of a request that may contain consent. */
export type ConsentSource = {
  readonly parameters: RequestParameters;
  /** The objects `user` and `regs` of the body, as in OpenRTB. */
  readonly user?: unknown;
  readonly regs?: unknown;
  readonly exchange: Pick<DeliveryExchange, 'header' | 'target'>;
};

/** Consent fields of a request except TCF strings, each with one name for all locations. */
export type ConsentField = 'tl' | 'gdpr' | 'gpp' | 'gpp_sid' | 'us_privacy' | 'coppa';

/** Most values of one name that are read. More values indicate merged requests. */
const maxValues = 20;
const queryNames = /[?&](?:tl|xt|gdpr|gpp|us_privacy|coppa|consent)/i;
const nothing: readonly string[] = [];

/**
 * Finds consent in parameters, in the body, and in the query under the names of industry macros. Most requests state it
 * in one location, so values are read on demand. Source: wire-protocol 2.4 and 5.1; OpenRTB 2.6, 3.2.3 and 3.2.20.
 */
export class ConsentFields {
  readonly #parameters: RequestParameters;
  readonly #objects: readonly object[];
  readonly #user: unknown;
  readonly #query: URLSearchParams | null;

  constructor({ parameters, user, regs, exchange: { target } }: ConsentSource) {
    const query = target.indexOf('?');
    this.#parameters = parameters;
    this.#objects = isObject(regs) ? [regs, fieldOf(regs, 'ext')].filter(isObject) : [];
    this.#user = user;
    this.#query = query !== -1 && queryNames.test(target) ? new URLSearchParams(target.slice(query)) : null;
  }

  /** Returns the non-empty texts. */
  of(name: ConsentField): readonly string[] {
    const sent = this.#parameters.get(name) ?? nothing;
    if (this.#query === null && this.#objects.length === 0) return firstOf(sent);
    return [
      ...sent,
      ...(this.#query?.getAll(name) ?? nothing),
      ...this.#objects.flatMap((object) => textsOf(fieldOf(object, name))),
    ]
      .filter(Boolean)
      .slice(0, maxValues);
  }

  /**
   * Returns the TCF strings: in the parameter, in the OpenRTB user, in `gdpr_consent`, and as in the user sync of
   * Prebid.js.
   */
  tcfStrings(): readonly string[] {
    const sent = this.#parameters.get('xt') ?? nothing;
    if (this.#query === null && !isObject(this.#user)) return firstOf(sent);
    const inQuery = ['xt', 'gdpr_consent', 'consentString'].flatMap((name) => this.#query?.getAll(name) ?? nothing);
    const ofUser = [this.#user, fieldOf(this.#user, 'ext')].flatMap((user) => textsOf(fieldOf(user, 'consent')));
    return [...sent, ...inQuery, ...ofUser].filter(Boolean).slice(0, maxValues);
  }
}

/** A body may contain thousands of values, and each would be decoded. */
function firstOf(sent: readonly string[]): readonly string[] {
  return sent.length > maxValues ? sent.slice(0, maxValues) : sent;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Returns texts, numbers, and lists of them as texts. */
function textsOf(value: unknown): readonly string[] {
  if (value === undefined) return nothing;
  return [value]
    .flat()
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map(String);
}
