/**
 * How a booking takes several slots of one request together. `none`: each slot is a separate draw.
 * `as_many_as_possible`: a booking that wins a slot also gets its later slots that are available. `all`: it wins only
 * if all its slots are available. Source: docs/decisions/0215-roadblocks.md.
 */
export const roadblockModes = ['none', 'as_many_as_possible', 'all'] as const;
export type RoadblockMode = (typeof roadblockModes)[number];

/**
 * How the creatives of a booking rotate: by their weights, or with weights that a plan computes so that the creatives
 * with the most clicks, or viewable impressions, per impression are shown more often. `ab_test`: by their weights, and
 * each viewer always sees the same creative. Source: docs/decisions/0220-optimized-rotation.md and 0224-experiments.md.
 */
export const rotationMethods = ['weighted', 'optimized_for_clicks', 'optimized_for_views', 'ab_test'] as const;
export type RotationMethod = (typeof rotationMethods)[number];

/** Largest holdout of an experiment, in percent of the viewers. */
export const maxHoldoutPercent = 50;

/** Counter of the events of an objective; null: the method has none. */
export const counterOfRotation = {
  weighted: null,
  optimized_for_clicks: 'clicks',
  optimized_for_views: 'viewables',
  ab_test: null,
} as const satisfies Record<RotationMethod, string | null>;
