import { screenSizeOf } from '../vocabulary/codes/screen-sizes.ts';
import { venueCodesOf } from '../vocabulary/codes/venue-types.ts';
import { emptyFacts, withScreenFacts } from './request-facts.ts';
import type { Targeting } from './targeting.ts';
import { createTargetingCompiler, nodeOperations, type TargetingIndex } from './targeting-index.ts';
import { noScreenFacts, type ScreenFact, type ScreenFacts, screenFactNames } from './value-facts.ts';

/** Properties of the screen of a location. Null or missing: unknown. */
export type DescribedScreen = {
  readonly venueTypes?: readonly string[] | undefined;
  readonly chain?: string | null | undefined;
  readonly store?: string | null | undefined;
  readonly zone?: string | null | undefined;
  readonly orientation?: string | null | undefined;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly diagonalInches?: number | null | undefined;
  readonly hasAudio?: boolean | null | undefined;
};

/**
 * Returns the facts of the positions of a screen. A venue type includes its parents, so that a condition on a parent
 * matches its children.
 */
export function screenFactsOf(screen: DescribedScreen | null): ScreenFacts {
  if (screen === null) return noScreenFacts;
  const { venueTypes = [], chain, store, zone, width, height, diagonalInches, hasAudio } = screen;
  const known: Record<ScreenFact, readonly (string | null | undefined)[]> = {
    venueType: [...new Set(venueTypes.flatMap(venueCodesOf))],
    chain: [chain],
    store: [store],
    zone: [zone],
    orientation: [orientationOf(screen)],
    resolution: [width && height ? `${width}x${height}` : null],
    screenSize: [diagonalInches ? screenSizeOf(diagonalInches) : null],
    audio: [hasAudio === true ? 'yes' : hasAudio === false ? 'no' : null],
  };
  const facts: [ScreenFact, readonly string[]][] = screenFactNames.map((fact) => [
    fact,
    known[fact].filter((value) => typeof value === 'string'),
  ]);
  return Object.fromEntries(facts.filter(([, values]) => values.length > 0));
}

/** Without an orientation, the longer side decides. A square has none. */
function orientationOf({ orientation, width, height }: DescribedScreen): string | null {
  if (orientation) return orientation;
  if (!width || !height || width === height) return null;
  return width > height ? 'landscape' : 'portrait';
}

/**
 * Reports whether some request to a position may meet a tree: false if the facts of the position alone prevent it.
 * Loops, head-up lists and shares of positions, which precede all requests, use it. Venue types that only a bid request
 * states do not count.
 * @param at offset of the tree; -1: all requests match
 */
export function mayMatchPosition(index: TargetingIndex, at: number, position: ScreenFacts): boolean {
  return at === -1 || positionAnswer(index, at, position) !== 0;
}

/** Creates a test of positions for a tree that is not part of a snapshot. @param tree null: all requests match */
export function createPositionTest(tree: Targeting | null): (position: ScreenFacts) => boolean {
  const compiler = createTargetingCompiler();
  const at = compiler.replace(-1, tree);
  return (position) => mayMatchPosition(compiler.index, at, position);
}

/** As in `evaluateTargeting`: 2 met, 0 not met, 1 depends on the request. */
function positionAnswer(index: TargetingIndex, at: number, position: ScreenFacts): 0 | 1 | 2 {
  const { program } = index;
  const end = at + (program[at + 1] as number);
  switch (program[at]) {
    case nodeOperations.all:
      return Math.min(...childAnswers(index, at, position)) as 0 | 1 | 2;
    case nodeOperations.any:
      return Math.max(...childAnswers(index, at, position)) as 0 | 1 | 2;
    case nodeOperations.not:
      return (2 - positionAnswer(index, at + 2, position)) as 0 | 1 | 2;
    case nodeOperations.value:
      return valueAnswer(index, program.subarray(at + 2, end), position);
    default:
      return 1;
  }
}

function childAnswers(index: TargetingIndex, at: number, position: ScreenFacts): number[] {
  const end = at + (index.program[at + 1] as number);
  const answers: number[] = [];
  for (let child = at + 2; child < end; child += index.program[child + 1] as number) {
    answers.push(positionAnswer(index, child, position));
  }
  return answers;
}

function valueAnswer(index: TargetingIndex, [field, ...wanted]: Int32Array, position: ScreenFacts): 0 | 1 | 2 {
  const fact = screenFactNames.find((name) => index.fieldOfFact.get(name) === field);
  if (fact === undefined) return 1;
  const ids = withScreenFacts(index, emptyFacts, { [fact]: position[fact] ?? [] }).values.flat();
  return ids.some((id) => wanted.includes(id)) ? 2 : 0;
}
