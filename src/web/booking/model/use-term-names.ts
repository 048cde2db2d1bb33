import type { Review } from '../../../client/generated/types.gen.ts';
import { useNames } from '../../api/use-names.ts';
import { campaignChoices } from '../../campaign/campaign-choices.ts';
import { creativeChoices } from '../../creative/model/creative-choices.ts';
import { formatChoices } from '../../inventory/model/format-choices.ts';
import {
  locationChoices,
  positionChoices,
  publicationChoices,
  publisherChoices,
} from '../../inventory/model/inventory-choices.ts';
import { productChoices } from '../../product/product-choices.ts';
import { idsOfChanges, type NamedKind, type TermContext } from './term-changes.ts';

const creatives = creativeChoices({});

/** Names of the objects that changes of a booking refer to. */
export function useTermNames(changes: Review['changes']): TermContext['nameOf'] {
  const ids = (kind: NamedKind) => idsOfChanges(changes, kind);
  const names: Readonly<Record<NamedKind, (id: number) => string>> = {
    campaign: useNames(campaignChoices, ids('campaign')),
    position: useNames(positionChoices, ids('position')),
    location: useNames(locationChoices, ids('location')),
    publication: useNames(publicationChoices, ids('publication')),
    publisher: useNames(publisherChoices, ids('publisher')),
    creative: useNames(creatives, ids('creative')),
    product: useNames(productChoices, ids('product')),
    format: useNames(formatChoices, ids('format')),
  };
  return (kind, id) => names[kind](id);
}
