import type { KeptRequest } from '../../../core/decision/explain/kept-request.ts';
import { fold } from '../../../core/targeting/fold.ts';
import type { Targeting } from '../../../core/targeting/targeting.ts';

/** Values that are named: what a person reads. */
const maxNamed = 20;

/**
 * What a tree asks for and none of the requests had. Of a request only is kept what some booking asked for then, so nobody
 * knows whether it had these. Source: docs/decisions/0085-decisions-kept.md.
 */
export function notRecorded(tree: Targeting | null, requests: readonly KeptRequest[]): readonly string[] {
  if (tree === null) return [];
  const seen = new Set<string>();
  for (const { facts, slots } of requests) {
    if (facts.consent !== undefined) seen.add(`consent ${facts.consent}`);
    for (const { asked } of [facts, ...slots.flatMap(({ ownFacts }) => ownFacts ?? [])]) {
      for (const thing of asked) {
        if ('fact' in thing) seen.add(`${thing.fact} ${fold(thing.text)}`);
        else if ('key' in thing) seen.add(`parameter ${fold(thing.key)} ${fold(thing.text)}`);
        else seen.add('part' in thing ? `page address ${fold(thing.part)}` : 'coordinates');
      }
    }
  }
  return [...new Set(askedFor(tree))].filter((name) => !seen.has(name)).slice(0, maxNamed);
}

function askedFor(tree: Targeting): readonly string[] {
  if ('all' in tree) return tree.all.flatMap(askedFor);
  if ('any' in tree) return tree.any.flatMap(askedFor);
  if ('not' in tree) return askedFor(tree.not);
  if ('fact' in tree) return tree.values.map((value) => `${tree.fact} ${fold(value)}`);
  if ('key' in tree) return tree.values.map((value) => `parameter ${fold(tree.key)} ${fold(value)}`);
  if ('urlParts' in tree) return tree.urlParts.map((part) => `page address ${fold(part)}`);
  return 'near' in tree ? ['coordinates'] : [];
}
