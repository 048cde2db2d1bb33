import type { AdRequest, RequestedSlot } from '../../../core/decision/ad-request.ts';
import { capParameters } from '../../../core/vocabulary/cap-subjects.ts';
import { maxMacroValueLength } from '../../../core/vocabulary/limits.ts';
import { isSessionToken } from '../../request/session/session-tokens.ts';
import type { SigningDecision } from '../signed-address/event-token.ts';
import type { Macro } from './macro.ts';

/** What macros are filled in from. */
export type MacroContext = {
  readonly request: AdRequest;
  readonly slot: RequestedSlot;
  readonly slotIndex: number;
  readonly decision: SigningDecision;
  /** The operator's own values (`adheseEnv`), by key. */
  readonly values: ReadonlyMap<string, string>;
  /** Host and port of delivery, which is all of its hosts. */
  readonly host: string;
};

/** Parameters that name a viewer: third parties learn them with consent only. Source: wire-protocol 2.4. */
const viewerKeys: ReadonlySet<string> = new Set(['ui', 'xz', 'xs', 'pi', 'x5', 'fp', 'xu', 'hh']);
/** Hosts that an address may be asked for by; delivery answers for all of them. */
const hostNames: ReadonlySet<string> = new Set(['ad_host', 'click_host', 'pool_host', 'track_host']);

/** A value as it is, before it is put in anywhere; JSON stands apart, because a script may read it as it is. */
export type MacroValue = { readonly text: string; readonly isJson: boolean };

/**
 * What a macro stands for in one answer; one that nobody knows stands for nothing. Long values are cut.
 * Source: wire-protocol 9; docs/decisions/0047-macros.md.
 */
export function macroValue(macro: Macro, context: MacroContext): MacroValue {
  if (macro.name === 'adheseRequestData') return { text: jsonOf(context), isJson: true };
  return { text: textOf(macro, context).slice(0, maxMacroValueLength), isJson: false };
}

function textOf({ name, argument }: Macro, context: MacroContext): string {
  switch (name) {
    case 'adheseReplace':
      return replacement(argument, context);
    case 'adheseExpand':
      return segmentsOf(context, [argument])[0] ?? '';
    case 'adheseLogID':
      return logId(context);
    case 'adheseRequestDataFlat':
      return [`sl${context.slot.slotName}`, ...segmentsOf(context, null)].join('/');
    case 'adheseAdditionalRequestParameters':
      return segmentsOf(context, argument.split(/[;,]/)).join('/');
    case 'adheseTimestampNowMs':
      return String(context.decision.decidedAtMs);
    case 'adheseEnv':
      return context.values.get(argument) ?? '';
    case 'adheseDomain':
      return hostNames.has(argument) ? context.host : '';
    default:
      return '';
  }
}

function replacement(key: string, context: MacroContext): string {
  if (key === 'SL') return context.slot.slotName;
  if (key === 'II') return logId(context);
  if (key === 'A2') return context.request.context?.viewerKey ?? '';
  return valuesOf(context, key).join(';');
}

/** Names this showing of the ad: the ids of its events begin with it. */
function logId({ decision, slotIndex }: MacroContext): string {
  return `${Buffer.from(decision.id).toString('hex')}.${slotIndex}`;
}

/** Those of the slot come before the common ones of the same key. */
function valuesOf({ request, slot }: MacroContext, key: string): readonly string[] {
  if (viewerKeys.has(key) && request.context?.consent !== 'granted') return [];
  const values = slot.parameters.get(key) ?? request.parameters.get(key) ?? [];
  return key === capParameters.session ? values.filter((value) => !isSessionToken(value)) : values;
}

function keysOf({ request, slot }: MacroContext): readonly string[] {
  return [...new Set([...request.parameters.keys(), ...slot.parameters.keys()])];
}

/** As in a path; null: all keys. */
function segmentsOf(context: MacroContext, keys: readonly string[] | null): readonly string[] {
  return (keys ?? keysOf(context)).flatMap((key) => {
    const values = valuesOf(context, key);
    return values.length === 0 ? [] : [`${key}${values.join(';')}`];
  });
}

/** What is too long is left out whole, so that the rest is JSON. */
function jsonOf(context: MacroContext): string {
  const entries: [string, readonly string[]][] = [];
  let length = 0;
  for (const key of keysOf(context)) {
    const values = valuesOf(context, key);
    const more = JSON.stringify([key, values]).length;
    if (values.length === 0 || length + more > maxMacroValueLength) continue;
    length += more;
    entries.push([key, values]);
  }
  return JSON.stringify({ SL: context.slot.slotName, ...Object.fromEntries(entries) });
}
