import type { Shape } from './simulated-market.ts';

/** More traffic by day than by night. */
export const season: Shape = (hour) => 1.05 + Math.sin((((((hour % 24) + 24) % 24) - 9) / 24) * 2 * Math.PI);

/** Traffic shapes by name. @param days simulated days */
export function shapesOf(days: number): Readonly<Record<string, Shape>> {
  const half = days * 12;
  return {
    seasonal: season,
    noisy: (hour, chance) => season(hour, chance) * (0.5 + chance()),
    'halved in the middle': (hour, chance) => season(hour, chance) * (hour < half ? 1 : 0.5),
    'doubled in the middle': (hour, chance) => season(hour, chance) * (hour < half ? 1 : 2),
    'stepping up and down every five hours': (hour, chance) =>
      season(hour, chance) * (Math.floor(hour / 5) % 2 === 0 ? 0.6 : 1.4),
  };
}
