/**
 * Supported versions of VAST output, oldest first. 4.3 has the elements of 4.2, with another version number: it added
 * values of macros and data URIs of interactive files. Source: VAST 4.3, "VAST 4.3 Updates"; docs/decisions/0232-vast-4.3.md.
 */
export const vastVersions = ['2.0', '3.0', '4.0', '4.1', '4.2', '4.3'] as const;
export type VastVersion = (typeof vastVersions)[number];

/** Reports whether a version is `from` or later. As texts, the versions sort by age. */
export function isFrom(version: VastVersion, from: VastVersion): boolean {
  return version >= from;
}
