import { isFrom, type VastVersion, vastVersions } from '../../core/vast/vast-version.ts';
import { usualVersion, type VastTemplate } from './vast-template.ts';

/** VAST capabilities of the requester of a video ad. */
export type PlayerSupport = {
  /** Returns the version for an ad of this kind, or null if the player does not support such ads. */
  versionFor(kind: VastTemplate['kind']): VastVersion | null;
  /** Stores a document and returns its URL, as in `AnswerDocuments`. null if the document is inlined in the ad. */
  readonly keep: ((vast: string, trackingPath: string) => string) | null;
};

/** Video options of a request, in any form. */
export type VideoOptions = {
  /** Whether the ad contains the URL of the document (`cachedBodyUrl`) instead of the document. */
  readonly asUrl: boolean;
  readonly version: VastVersion;
};

const playerSupports = new Map(
  vastVersions.map((version) => [version, { versionFor: () => version, keep: null }] as const),
);

/** Returns support for inlined documents of this version. */
export function playerSupportFor(version: VastVersion): PlayerSupport {
  return playerSupports.get(version) ?? defaultPlayerSupport;
}

/** Documents are inlined in the ads, in a version that all players support. */
export const defaultPlayerSupport: PlayerSupport = { versionFor: () => usualVersion, keep: null };

const usualOptions: VideoOptions = { asUrl: false, version: usualVersion };
/** Options that Prebid.js sends with every request. */
const usualByUrl: VideoOptions = { asUrl: true, version: usualVersion };

/**
 * Reads `vastContentAsUrl` and `vastVersion` of a body or a query. Invalid values are ignored. Source: wire-protocol
 * 2.3 and 7.
 */
export function readVideoOptions(asUrl: unknown, version: unknown): VideoOptions {
  const isAsUrl = asUrl === true || asUrl === 'true';
  // Objects are excluded: a client could define a `toString` that is not a function.
  if (typeof version !== 'string' && typeof version !== 'number') return isAsUrl ? usualByUrl : usualOptions;
  return { asUrl: isAsUrl, version: readVersion(String(version)) };
}

/** Reads the video options of the query of a request target. */
export function videoOptionsOfTarget(target: string): VideoOptions {
  const query = target.indexOf('?');
  if (query === -1 || !target.includes('vast', query)) return usualOptions;
  const given = new URLSearchParams(target.slice(query));
  return readVideoOptions(given.get('vastContentAsUrl'), given.get('vastVersion'));
}

/** Version for clients that state only 4: the newest with a published schema. */
const usualOf4: VastVersion = '4.2';

/** Returns the latest supported version that is not newer than requested: `5.0` gives 4.3. */
function readVersion(text: string): VastVersion {
  if (text === '4') return usualOf4;
  const wanted = /^[1-9]$/.test(text) ? `${text}.9` : text;
  if (!/^[1-9]\.\d$/.test(wanted)) return usualVersion;
  return vastVersions.findLast((version) => isFrom(wanted as VastVersion, version)) ?? usualVersion;
}
