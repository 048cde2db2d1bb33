import { isFrom, type VastVersion, vastVersions } from '../../core/vast/vast-version.ts';
import { usualVersion, type VastTemplate } from './vast-template.ts';

/** How somebody wants the VAST document of a video ad. */
export type PlayerSupport = {
  /** Version for an ad of this kind; null: the player can make nothing of such an ad. */
  versionFor(kind: VastTemplate['kind']): VastVersion | null;
  /** Keeps a document and answers its address, as in `KeptContent`; null: it is to stand in the ad. */
  readonly keep: ((vast: string, trackingPath: string) => string) | null;
};

/** What a request says about video ads, whatever its form. */
export type VideoOptions = {
  /** The document by its address (`cachedBodyUrl`) and not in the ad. */
  readonly asUrl: boolean;
  readonly version: VastVersion;
};

const playerSupports = new Map(
  vastVersions.map((version) => [version, { versionFor: () => version, keep: null }] as const),
);

/** Documents of this version stand in the ads. */
export function playerSupportFor(version: VastVersion): PlayerSupport {
  return playerSupports.get(version) ?? defaultPlayerSupport;
}

/** Documents stand in the ads, of a version that everybody reads. */
export const defaultPlayerSupport: PlayerSupport = { versionFor: () => usualVersion, keep: null };

const usualOptions: VideoOptions = { asUrl: false, version: usualVersion };
/** What Prebid.js sends with every request. */
const usualByUrl: VideoOptions = { asUrl: true, version: usualVersion };

/**
 * Reads `vastContentAsUrl` and `vastVersion` of a body or a query; what cannot be read says nothing.
 * Source: wire-protocol 2.3 and 7.
 */
export function readVideoOptions(asUrl: unknown, version: unknown): VideoOptions {
  const isAsUrl = asUrl === true || asUrl === 'true';
  // Of an object the client may say what its text is, which then is no function.
  if (typeof version !== 'string' && typeof version !== 'number') return isAsUrl ? usualByUrl : usualOptions;
  return { asUrl: isAsUrl, version: readVersion(String(version)) };
}

/** The same of the query of a target. */
export function videoOptionsOfTarget(target: string): VideoOptions {
  const query = target.indexOf('?');
  if (query === -1 || !target.includes('vast', query)) return usualOptions;
  const given = new URLSearchParams(target.slice(query));
  return readVideoOptions(given.get('vastContentAsUrl'), given.get('vastVersion'));
}

/** The newest that is not newer than asked for: `4.3` is 4.2, and `4` any of that name. */
function readVersion(text: string): VastVersion {
  const wanted = /^[1-9]$/.test(text) ? `${text}.9` : text;
  if (!/^[1-9]\.\d$/.test(wanted)) return usualVersion;
  return vastVersions.findLast((version) => isFrom(wanted as VastVersion, version)) ?? usualVersion;
}
