import MiniSearch from 'minisearch';
import type { Offer } from './read-offers.ts';

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
      id: offer.id,
      name: offer.name,
      description: offer.description,
      publications: offer.publications.map(({ name }) => name).join(' '),
      formats: offer.formats.map(({ name, code, mediaType }) => `${name} ${code} ${mediaType}`).join(' '),
    })),
  );
  const found = index.search(brief, { boost: { name: 2 }, prefix: (term) => term.length > 3 });
  const offerOf = new Map(offers.map((offer) => [offer.id, offer]));
  const ranked = found.flatMap(({ id, terms }): RankedOffer[] => {
    const offer = offerOf.get(id as number);
    return offer === undefined ? [] : [{ offer, matches: terms }];
  });
  const others = offers.filter(({ id }) => !found.some((one) => one.id === id));
  return [...ranked, ...others.map((offer) => ({ offer, matches: [] }))];
}

type Indexed = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly publications: string;
  readonly formats: string;
};
