import type { GeoPoint } from './targeting.ts';

/** Mean radius of the Earth in meters (IUGG). */
const earthRadiusMetres = 6_371_008.8;

/**
 * Returns coordinates as a point of the unit sphere, so that a distance check needs three products and no trigonometry.
 */
export function unitVector({ latitude, longitude }: GeoPoint): readonly [number, number, number] {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/**
 * Returns the square of the chord length on the unit sphere for a distance along the ground.
 * @param metres 0 to 10,000,000
 * @example chordSquare(0) // 0
 */
export function chordSquare(metres: number): number {
  return (2 * Math.sin(metres / (2 * earthRadiusMetres))) ** 2;
}
