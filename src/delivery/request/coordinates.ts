import type { GeoPoint } from '../../core/targeting/targeting.ts';

const degrees = /^\s*[+-]?\d{1,3}(?:\.\d{1,20})?\s*$/;

/** Reads latitude and longitude, as two values or as one value separated by `;` or `,`. */
export function readCoordinates(values: readonly string[] | undefined): GeoPoint | undefined {
  const parts = values?.flatMap((value) => value.split(/[;,]/)) ?? [];
  if (parts.length !== 2 || !parts.every((part) => degrees.test(part))) return undefined;
  const [latitude = 0, longitude = 0] = parts.map(Number);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** Rounds to two decimals, about one kilometer. By TCF, locations less accurate than 500 m are not precise. */
export function roughly({ latitude, longitude }: GeoPoint): GeoPoint {
  return { latitude: Math.round(latitude * 100) / 100, longitude: Math.round(longitude * 100) / 100 };
}
