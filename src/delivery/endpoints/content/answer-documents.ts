import type { JsonAd } from '../../answer/present-json.ts';
import { asciiJson } from '../../answer/text/ascii-json.ts';
import { StoreAwayError } from '../video-cache/video-store.ts';
import type { ContentStore } from './content-store.ts';

/** Documents of one answer that are available by URL. */
export type AnswerDocuments = {
  /** Returns the URL that the document will have. `trackingPath` as in `ContentStore`. */
  keep(vast: string, trackingPath: string): string;
  /**
   * Resolves to the answer to send when its documents are stored. If they cannot be stored, they are inlined in the
   * answer: players that accept inlined documents still show the ad.
   * @param answer JSON array of ads
   */
  stored(answer: string): Promise<string>;
  hasDocuments(): boolean;
};

export function createAnswerDocuments(store: ContentStore, deliveryUrl: string): AnswerDocuments {
  const documents: (readonly [address: string, vast: string])[] = [];
  return {
    keep(vast, trackingPath) {
      const address = `${deliveryUrl}/content/${store.keep(vast, trackingPath)}`;
      documents.push([address, vast]);
      return address;
    },
    async stored(answer) {
      try {
        await store.written();
        return answer;
      } catch (error) {
        if (!(error instanceof StoreAwayError)) throw error;
        return withDocuments(answer, new Map(documents));
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
