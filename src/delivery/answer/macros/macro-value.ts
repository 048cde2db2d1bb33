import type { AdRequest, RequestedSlot } from '../../../core/decision/ad-request.ts';
import { capParameters } from '../../../core/vocabulary/cap-subjects.ts';
import { maxMacroValueLength } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { isSessionToken } from '../../request/session/session-tokens.ts';
import type { SigningDecision } from '../signed-address/event-token.ts';
import type { Macro } from './macro.ts';

/** Sources of macro values. */
export type MacroContext = {
  readonly request: AdRequest;
  readonly slot: RequestedSlot;
  readonly slotIndex: number;
  readonly decision: SigningDecision;
  /** The operator's own values (`adheseEnv`), by key. */
  readonly values: ReadonlyMap<string, string>;
  /** Host and port of delivery, the same for all delivery hosts. */
  readonly host: string;
};

/** Parameters that identify a viewer. Third parties receive them only with consent. Source: wire-protocol 2.4. */
const viewerKeys: ReadonlySet<string> = new Set(['ui', 'xz', 'xs', 'pi', 'x5', 'fp', 'xu', 'hh']);
/** Hosts that a macro may request. Delivery answers for all of them. */
const hostNames: ReadonlySet<string> = new Set(['ad_host', 'click_host', 'pool_host', 'track_host']);

/** A raw value before escaping. JSON is separate, because a script may parse it directly. */
export type MacroValue = { readonly text: string; readonly isJson: boolean };

/**
 * Returns the value of a macro in one answer. An unknown macro is empty. Long values are truncated. Source:
 * wire-protocol 9; docs/decisions/0047-macros.md.
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

/** Returns the ID of this impression opportunity. The IDs of its events begin with it. */
function logId({ decision, slotIndex }: MacroContext): string {
  return `${Buffer.from(decision.id).toString('hex')}.${slotIndex}`;
}

/** Values of the slot precede common values with the same key. */
function valuesOf({ request, slot }: MacroContext, key: string): readonly string[] {
  if (viewerKeys.has(key) && request.context?.consent !== 'granted') return [];
  const values = slot.parameters.get(key) ?? request.parameters.get(key) ?? [];
  return key === capParameters.session ? values.filter((value) => !isSessionToken(value)) : values;
}

function keysOf({ request, slot }: MacroContext): readonly string[] {
  return [...new Set([...request.parameters.keys(), ...slot.parameters.keys()])];
}

/** Returns the parameters as path segments. null: all keys. */
function segmentsOf(context: MacroContext, keys: readonly string[] | null): readonly string[] {
  return (keys ?? keysOf(context)).flatMap((key) => {
    const values = valuesOf(context, key);
    return values.length === 0 ? [] : [`${key}${values.join(';')}`];
  });
}

/** Values that are too long are omitted completely, so that the rest is valid JSON. */
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
