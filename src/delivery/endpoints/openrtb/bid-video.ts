import { type VastVersion, vastVersions } from '../../../core/vast/vast-version.ts';
import type { VideoCreative } from '../../../core/vast/video-creative.ts';
import { usualVersion, type VastTemplate } from '../../answer/vast-template.ts';
import type { JsonObject } from '../../request/read-request.ts';
import { textOfId } from './bid-request.ts';

/** Protocol numbers by VAST version. Source: AdCOM 1.0, list of creative subtypes. */
const protocolNumbers: Readonly<Record<VastTemplate['kind'], Readonly<Record<VastVersion, readonly number[]>>>> = {
  inline: { '2.0': [2], '3.0': [3], '4.0': [7], '4.1': [11], '4.2': [13], '4.3': [15] },
  wrapper: { '2.0': [5], '3.0': [6], '4.0': [8], '4.1': [12], '4.2': [14], '4.3': [16] },
};

/**
 * Returns the newest VAST version that an impression accepts for such an ad, or null. An impression without protocols
 * gets the version that all players support. Source: OpenRTB 2.6, 3.2.7 (`protocols`, and `protocol` of older callers).
 */
export function vastVersionOf({ protocols, protocol }: JsonObject, kind: VastTemplate['kind']): VastVersion | null {
  const given = (Array.isArray(protocols) ? protocols : [protocol]).filter((one) => typeof one === 'number');
  if (given.length === 0) return usualVersion;
  const numbers = protocolNumbers[kind];
  return vastVersions.findLast((version) => numbers[version].some((one) => given.includes(one))) ?? null;
}

/**
 * Returns whether a player of this impression can play the ad: one of its files has an accepted type, and its duration
 * is within the limits. The files of another ad server are unknown. Source: OpenRTB 2.6, 3.2.7 and 3.2.8.
 */
export function fitsPlayer(asked: JsonObject, { media }: VideoCreative): boolean {
  const { mimes, minduration, maxduration, rqddurs, linearity } = asked;
  if (linearity === overlay) return false;
  if (media === null) return true;
  const taken = Array.isArray(mimes) ? mimes.map((mime) => textOfId(mime).toLowerCase()) : [];
  if (taken.length > 0 && !media.files.some(({ mime }) => taken.includes(mime.toLowerCase()))) return false;
  const seconds = media.durationMs / msPerSecond;
  if (typeof minduration === 'number' && seconds < minduration) return false;
  if (typeof maxduration === 'number' && maxduration > 0 && seconds > maxduration) return false;
  return !Array.isArray(rqddurs) || rqddurs.length === 0 || rqddurs.includes(Math.round(seconds));
}

/** Nonlinear ad over the content. Source: AdCOM 1.0, list of linearity modes. */
const overlay = 2;
const msPerSecond = 1_000;
