import { minuteText } from '../../core/time/local-time.ts';
import { t } from '../i18n/t.ts';
import { disjunctionText } from '../labels/figures.ts';
import type { Leaf, Tree } from './targeting-model.ts';

/** A tree as text: `Country is BE or NL, and not (Device is tv)`. */
export function targetingText(tree: Tree | null): string {
  if (tree === null) return t('targeting.label.allRequests');
  if ('all' in tree) return joined(tree.all, 'targeting.format.and');
  if ('any' in tree) return joined(tree.any, 'targeting.format.or');
  if ('not' in tree) return t('targeting.format.not', { condition: targetingText(tree.not) });
  return conditionText(tree);
}

/** One condition as text. */
export function conditionText(leaf: Leaf): string {
  if ('fact' in leaf) {
    return t('targeting.format.fact', {
      fact: t(`labels.targetingFact.${leaf.fact}`),
      values: valuesText(leaf.values),
    });
  }
  if ('key' in leaf) return t('targeting.format.parameter', { name: leaf.key, values: valuesText(leaf.values) });
  if ('urlParts' in leaf) return t('targeting.format.urlContains', { values: valuesText(leaf.urlParts) });
  if ('near' in leaf) {
    const { latitude, longitude, metres } = leaf.near;
    return t('targeting.format.near', { metres, coordinates: `${latitude}, ${longitude}` });
  }
  const { fromMinute, toMinute } = leaf.dayPart;
  const times = { from: minuteText(fromMinute), to: minuteText(toMinute) };
  const days = (leaf.dayPart.days ?? []).map((day) => t(`labels.weekday.${day}`));
  if (days.length === 0) return t('targeting.format.everyDayPart', times);
  return t('targeting.format.daypart', { days: days.join(', '), ...times });
}

function joined(trees: readonly Tree[], format: 'targeting.format.and' | 'targeting.format.or'): string {
  const texts = trees.map(groupedText);
  return texts.reduceRight((rest, first) => t(format, { first, rest }));
}

function groupedText(tree: Tree): string {
  const condition = targetingText(tree);
  return 'all' in tree || 'any' in tree ? t('targeting.format.group', { condition }) : condition;
}

function valuesText(values: readonly string[]): string {
  return values.length === 0 ? '…' : disjunctionText(values);
}
