import MiniSearch from 'minisearch';
import type { Offer } from './offer.ts';

/** An offer with the words of the brief that it contains. Empty: none. */
export type RankedOffer = { readonly offer: Offer; readonly matches: readonly string[] };

/**
 * Orders offers by the number and rarity of the words of a brief that they contain (BM25). Offers without a match
 * follow in their order: the buyer decides. The brief is only searched for words; it contains no instructions.
 */
export function rankOffers(offers: readonly Offer[], brief: string): readonly RankedOffer[] {
  const index = new MiniSearch<Indexed>({ fields: ['name', 'description', 'publications', 'formats'] });
  index.addAll(
    offers.map((offer) => ({
      id: offer.productId,
      name: offer.name,
      description: offer.description,
      publications: offer.publications.map(({ name }) => name).join(' '),
      formats: offer.formats.map(({ name, code, mediaType }) => `${name} ${code} ${mediaType}`).join(' '),
    })),
  );
  const found = index.search(brief, { boost: { name: 2 }, prefix: (term) => term.length > 3 });
  const offerOf = new Map(offers.map((offer) => [offer.productId, offer]));
  const ranked = found.flatMap(({ id, terms }): RankedOffer[] => {
    const offer = offerOf.get(id as string);
    return offer === undefined ? [] : [{ offer, matches: terms }];
  });
  const others = offers.filter(({ productId }) => !found.some(({ id }) => id === productId));
  return [...ranked, ...others.map((offer) => ({ offer, matches: [] }))];
}

type Indexed = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly publications: string;
  readonly formats: string;
};
