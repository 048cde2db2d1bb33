/** Supported versions of VAST output, oldest first. */
export const vastVersions = ['2.0', '3.0', '4.0', '4.1', '4.2'] as const;
export type VastVersion = (typeof vastVersions)[number];

/** Reports whether a version is `from` or later. As texts, the versions sort by age. */
export function isFrom(version: VastVersion, from: VastVersion): boolean {
  return version >= from;
}
