import { valueFacts } from '../../core/targeting/value-facts.ts';
import { minuteText } from '../../core/time/local-time.ts';
import type { Leaf, Tree } from './targeting-model.ts';

/** A tree as a sentence that somebody can check: `country is BE or NL, and not device is tv`. */
export function targetingText(tree: Tree | null): string {
  if (tree === null) return 'everybody';
  if ('all' in tree) return tree.all.map(bracketed).join(', and ');
  if ('any' in tree) return tree.any.map(bracketed).join(', or ');
  if ('not' in tree) return `not ${bracketed(tree.not)}`;
  return conditionText(tree);
}

/** One test in words. */
export function conditionText(leaf: Leaf): string {
  if ('fact' in leaf) return `${valueFacts[leaf.fact].label.toLowerCase()} is ${either(leaf.values)}`;
  if ('key' in leaf) return `parameter ${leaf.key} is ${either(leaf.values)}`;
  if ('urlParts' in leaf) return `page address contains ${either(leaf.urlParts)}`;
  if ('near' in leaf) return `within ${leaf.near.metres} m of ${leaf.near.latitude}, ${leaf.near.longitude}`;
  const { days, fromMinute, toMinute } = leaf.dayPart;
  const when = (days ?? []).length === 0 ? 'every day' : (days ?? []).join(', ');
  return `${when} from ${minuteText(fromMinute)} to ${minuteText(toMinute)}`;
}

function bracketed(tree: Tree): string {
  const words = targetingText(tree);
  const isOne = !('all' in tree) && !('any' in tree);
  return isOne ? words : `(${words})`;
}

function either(values: readonly string[]): string {
  return values.length === 0 ? '…' : values.join(' or ');
}
