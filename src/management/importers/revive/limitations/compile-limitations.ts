/*
 * Delivery limitations of Revive, as targeting trees.
 *
 * - `compile-limitations.ts`: joins the conditions of a banner or delivery rule set. `condition.ts`: their common types.
 * - `client-conditions.ts`, `geo-conditions.ts`, `site-conditions.ts`, `time-conditions.ts`: one file per group.
 *   `continents.ts`: countries by continent.
 *
 * Source: manual of Revive Adserver, delivery rules. A condition that Placard cannot express is reported, never ignored.
 */

import { type TargetingTree, targetingSchema } from '../../../../contract/booking/targeting.ts';
import { maxTargetingDepth, maxTargetingLeaves } from '../../../../core/vocabulary/limits/booking-limits.ts';
import { clientCondition } from './client-conditions.ts';
import {
  allOf,
  anyOf,
  type DeliveryLimitation,
  joinedNotes,
  type LimitationContext,
  type LimitationTree,
  sizeOf,
  type Translation,
  tooManyConditions,
} from './condition.ts';
import { geoCondition } from './geo-conditions.ts';
import { siteCondition } from './site-conditions.ts';
import { timeCondition } from './time-conditions.ts';

/** Targeting of a booking from delivery limitations. */
export type CompiledLimitations = {
  /** null: all requests match. */
  readonly targeting: TargetingTree | null;
  /** True: no request matches. */
  readonly isNever: boolean;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly notes: readonly { readonly type: string; readonly message: string }[];
  readonly unsupported: readonly { readonly type: string; readonly message: string; readonly remedy: string }[];
};

type Rules = {
  readonly timeZone: string | null;
  /** Conditions of delivery rule sets by ID. */
  readonly channels: ReadonlyMap<string, readonly DeliveryLimitation[]>;
};

/**
 * Joins conditions as Revive does: `and` binds more tightly than `or`. Conditions that cannot be expressed are omitted
 * from the tree and reported.
 */
export function compileLimitations(conditions: readonly DeliveryLimitation[], rules: Rules): CompiledLimitations {
  const notes: { type: string; message: string }[] = [];
  const unsupported: { type: string; message: string; remedy: string }[] = [];
  const groups = groupsOf(conditions);
  const context = contextOf(rules, []);
  let period: Period = { startMs: null, endMs: null };
  const trees = groups.map((group) =>
    allOf(
      group.map((condition): LimitationTree => {
        const result = translate(condition, context);
        if ('tree' in result) {
          if (result.note !== undefined) notes.push({ type: condition.type, message: result.note });
          return result.tree;
        }
        if ('unsupported' in result) {
          unsupported.push({ type: condition.type, message: result.unsupported, remedy: result.remedy });
        } else if (groups.length > 1) {
          unsupported.push({
            type: condition.type,
            message: 'Dates of a booking cannot be alternatives to other conditions.',
            remedy: 'Split the banner in Revive, and import again.',
          });
        } else {
          period = intersection(period, result);
          notes.push({ type: condition.type, message: 'The date limits the period of the booking.' });
        }
        return true;
      }),
    ),
  );
  const tree = trees.length === 0 ? true : anyOf(trees);
  const fault = typeof tree === 'boolean' ? null : faultOf(tree);
  if (fault !== null) unsupported.push({ type: 'limitations', ...fault });
  return {
    targeting: typeof tree === 'boolean' || fault !== null ? null : tree,
    isNever: tree === false || (period.startMs !== null && period.endMs !== null && period.startMs >= period.endMs),
    ...period,
    notes,
    unsupported,
  };
}

const tooLarge = {
  message: `The targeting has more than ${maxTargetingLeaves} conditions or ${maxTargetingDepth} levels.`,
  remedy: 'Simplify the limitations in Revive, and import again.',
};

type Period = { readonly startMs: number | null; readonly endMs: number | null };

function intersection(one: Period, other: Period): Period {
  const starts = [one.startMs, other.startMs].filter((ms) => ms !== null);
  const ends = [one.endMs, other.endMs].filter((ms) => ms !== null);
  return {
    startMs: starts.length === 0 ? null : Math.max(...starts),
    endMs: ends.length === 0 ? null : Math.min(...ends),
  };
}

/** Splits a chain at each `or`. The operator of the first condition has no effect. */
function groupsOf(conditions: readonly DeliveryLimitation[]): readonly (readonly DeliveryLimitation[])[] {
  const groups: DeliveryLimitation[][] = [];
  for (const [index, condition] of conditions.entries()) {
    const last = groups.at(-1);
    if (last === undefined || (index > 0 && condition.logical === 'or')) groups.push([condition]);
    else last.push(condition);
  }
  return groups;
}

function translate(condition: DeliveryLimitation, context: LimitationContext): Translation {
  switch (condition.type.split(':')[0]) {
    case 'Client':
      return clientCondition(condition);
    case 'Geo':
      return geoCondition(condition);
    case 'Site':
      return siteCondition(condition, context);
    case 'Time':
      return timeCondition(condition, context);
    default:
      return {
        unsupported: `Placard does not know the limitation ${condition.type}.`,
        remedy: 'Remove it in Revive, or replace it by a standard limitation.',
      };
  }
}

/**
 * Each delivery rule set is translated once, because sets can contain each other many times.
 *
 * @param open IDs of the delivery rule sets that contain this one
 */
function contextOf(rules: Rules, open: readonly string[], known = new Map<string, Translation>()): LimitationContext {
  return { timeZone: rules.timeZone, channel };

  function channel(id: string): Translation {
    const conditions = rules.channels.get(id);
    if (conditions === undefined || open.includes(id)) {
      return {
        unsupported:
          conditions === undefined
            ? `The delivery rule set ${id} does not exist.`
            : `The delivery rule set ${id} contains itself.`,
        remedy: 'Correct the limitation in Revive.',
      };
    }
    const result = known.get(id) ?? translateAll(conditions, contextOf(rules, [...open, id], known));
    known.set(id, result);
    return result;
  }
}

/** Translates the conditions of a delivery rule set. */
function translateAll(conditions: readonly DeliveryLimitation[], context: LimitationContext): Translation {
  const notes: string[] = [];
  const trees: LimitationTree[] = [];
  let leaves = 0;
  for (const group of groupsOf(conditions)) {
    const parts: LimitationTree[] = [];
    for (const condition of group) {
      const result = translate(condition, context);
      if (!('tree' in result)) return result;
      leaves += typeof result.tree === 'boolean' ? 0 : sizeOf(result.tree).leaves;
      if (leaves > maxTargetingLeaves) return tooManyConditions;
      if (result.note !== undefined) notes.push(result.note);
      parts.push(result.tree);
    }
    trees.push(allOf(parts));
  }
  return { tree: trees.length === 0 ? true : anyOf(trees), ...(notes.length > 0 && { note: joinedNotes(notes) }) };
}

/** Returns why Placard would refuse a tree; null: it is valid. */
function faultOf(tree: TargetingTree): { readonly message: string; readonly remedy: string } | null {
  const { leaves, depth } = sizeOf(tree);
  if (leaves > maxTargetingLeaves || depth > maxTargetingDepth) return tooLarge;
  if (targetingSchema.safeParse(tree).success) return null;
  return {
    message: 'The limitations contain empty or too long values, or control characters.',
    remedy: 'Correct the limitations in Revive, and import again.',
  };
}
