import { randomUUID } from 'node:crypto';
import { contentLifeMs } from '../../../core/words/limits.ts';
import { asciiJson } from '../answers/ascii-json.ts';
import type { JsonAd } from '../answers/present-json.ts';
import { StoreAwayError, type VideoStore } from './video-store.ts';

/** Keys of `/content` and of `/cache` do not meet. */
export function contentKey(uuid: string): string {
  return `content:${uuid.toLowerCase()}`;
}

/** Documents of one answer that are to be had by their addresses. */
export type KeptContent = {
  /** Answers the address that a document will have. */
  keep(vast: string): string;
  /**
   * Stores what was kept and resolves to the answer that may be sent. Where nothing can be stored, the documents stand in the
   * answer: players that take them so still show the ad.
   * @param answer JSON array of ads
   */
  stored(answer: string): Promise<string>;
  hasDocuments(): boolean;
};

export function createKeptContent(store: VideoStore, deliveryUrl: string): KeptContent {
  const documents: (readonly [uuid: string, vast: string])[] = [];
  const addressOf = (uuid: string) => `${deliveryUrl}/content/${uuid}`;
  return {
    keep(vast) {
      const uuid = randomUUID();
      documents.push([uuid, vast]);
      return addressOf(uuid);
    },
    async stored(answer) {
      const entries = documents.map(([uuid, text]) => {
        const value = { type: 'xml', text } as const;
        return { key: contentKey(uuid), value, lifeMs: contentLifeMs };
      });
      try {
        await store.putAll(entries);
        return answer;
      } catch (error) {
        if (!(error instanceof StoreAwayError)) throw error;
        return withDocuments(answer, new Map(documents.map(([uuid, vast]) => [addressOf(uuid), vast])));
      }
    },
    hasDocuments: () => documents.length > 0,
  };
}

function withDocuments(answer: string, byAddress: ReadonlyMap<string, string>): string {
  const ads = JSON.parse(answer) as readonly JsonAd[];
  return asciiJson(
    ads.map(({ cachedBodyUrl, ...ad }) => {
      const vast = cachedBodyUrl === undefined ? undefined : byAddress.get(cachedBodyUrl);
      return vast === undefined ? ad : { ...ad, tag: vast };
    }),
  );
}
