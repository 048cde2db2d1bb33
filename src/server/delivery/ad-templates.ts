import { randomBytes } from 'node:crypto';
import type { Snapshot, SnapshotAd, SnapshotPosition } from '../../core/snapshot/snapshot.ts';
import { normalTarget } from './click-address.ts';
import { hashTarget } from './event-token.ts';
import { presentJsonAd } from './present-json.ts';
import { requireFitAd, UnfitAdError } from './validate-ad.ts';

/** An ad in a position as JSON text, with everything in place but the token. */
export type AdTemplate = {
  /** The JSON text cut at each place where the token stands; ASCII only. */
  readonly pieces: readonly string[];
  readonly targetHash: Buffer;
};

/** Stands for the token while a template is made; random, so that no creative can contain it. */
const tokenMark = `token-${randomBytes(12).toString('hex')}`;

export type AdTemplates = {
  /** Null when no client could use this ad; the reason is reported once per snapshot. */
  templateOf(snapshot: Snapshot, position: SnapshotPosition, ad: SnapshotAd): AdTemplate | null;
};

/**
 * Everything in an answer but the token is the same for all requests of one snapshot, so it is presented, checked
 * and written as JSON once, and an answer is a join of pieces.
 */
export function createAdTemplates(options: {
  readonly deliveryUrl: string;
  readonly onUnfit: (ad: SnapshotAd, reason: string) => void;
}): AdTemplates {
  const bySnapshot = new WeakMap<Snapshot, Map<string, AdTemplate | null>>();

  function make(position: SnapshotPosition, ad: SnapshotAd): AdTemplate | null {
    try {
      const presented = presentJsonAd({ position, ad, deliveryUrl: options.deliveryUrl, token: tokenMark });
      if (presented === null) throw new UnfitAdError('The creative has nothing to show');
      requireFitAd(presented);
      const { clickUrl } = ad.creative;
      const target = clickUrl === null ? null : normalTarget(clickUrl);
      return { pieces: asciiJson(presented).split(tokenMark), targetHash: hashTarget(target) };
    } catch (error) {
      options.onUnfit(ad, error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  return {
    templateOf(snapshot, position, ad) {
      const templates = bySnapshot.get(snapshot) ?? new Map<string, AdTemplate | null>();
      bySnapshot.set(snapshot, templates);
      const key = `${position.row.id} ${ad.row.id}`;
      const known = templates.get(key);
      if (known !== undefined) return known;
      const made = make(position, ad);
      templates.set(key, made);
      return made;
    },
  };
}

/** JSON in which every character beyond ASCII is escaped, so that its length in bytes is its length. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
