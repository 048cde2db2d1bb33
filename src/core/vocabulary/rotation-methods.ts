/**
 * How the creatives of a booking rotate: by their weights, or with weights that a plan computes so that the creatives
 * with the most clicks, or viewable impressions, per impression are shown more often. Source:
 * docs/decisions/0220-optimized-rotation.md.
 */
export const rotationMethods = ['weighted', 'optimized_for_clicks', 'optimized_for_views'] as const;
export type RotationMethod = (typeof rotationMethods)[number];

/** Counter of the events of an objective; null: weighted rotation has none. */
export const counterOfRotation = {
  weighted: null,
  optimized_for_clicks: 'clicks',
  optimized_for_views: 'viewables',
} as const satisfies Record<RotationMethod, string | null>;
