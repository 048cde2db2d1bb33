import type { RequestParameters } from '../../../core/decision/ad-request.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';

/** Where a request may say what its viewer agreed to. */
export type ConsentSource = {
  readonly parameters: RequestParameters;
  /** The objects `user` and `regs` of the body, as OpenRTB has them. */
  readonly user?: unknown;
  readonly regs?: unknown;
  readonly exchange: Pick<DeliveryExchange, 'header' | 'target'>;
};

/** What a request says of consent besides TCF strings, each under one name wherever it stands. */
export type ConsentField = 'tl' | 'gdpr' | 'gpp' | 'gpp_sid' | 'us_privacy' | 'coppa';

/** Values of one name that are read: who sends more has merged some requests. */
const maxValues = 20;
const queryNames = /[?&](?:tl|xt|gdpr|gpp|us_privacy|coppa|consent)/i;
const nothing: readonly string[] = [];

/**
 * Finds what is said of consent in parameters, in the body, and in the query under the names that the industry's macros
 * have. Most requests say it in one place, so nothing is collected before it is asked for.
 * Source: wire-protocol 2.4 and 5.1; OpenRTB 2.6, 3.2.3 and 3.2.20.
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

  /** Texts that are not empty. */
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

  /** TCF strings: as parameter, in the user of OpenRTB, as `gdpr_consent`, and as Prebid.js' user sync has it. */
  tcfStrings(): readonly string[] {
    const sent = this.#parameters.get('xt') ?? nothing;
    if (this.#query === null && !isObject(this.#user)) return firstOf(sent);
    const inQuery = ['xt', 'gdpr_consent', 'consentString'].flatMap((name) => this.#query?.getAll(name) ?? nothing);
    const ofUser = [this.#user, fieldOf(this.#user, 'ext')].flatMap((user) => textsOf(fieldOf(user, 'consent')));
    return [...sent, ...inQuery, ...ofUser].filter(Boolean).slice(0, maxValues);
  }
}

/** A body has room for thousands, of which each would be decoded. */
function firstOf(sent: readonly string[]): readonly string[] {
  return sent.length > maxValues ? sent.slice(0, maxValues) : sent;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Texts, numbers, and lists of them. */
function textsOf(value: unknown): readonly string[] {
  if (value === undefined) return nothing;
  return [value]
    .flat()
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map(String);
}
