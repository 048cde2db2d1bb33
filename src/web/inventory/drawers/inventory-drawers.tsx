/*
 * Forms of inventory, in drawers.
 *
 * - `inventory-drawers.tsx` opens the drawer that the URL names. `publisher-drawer.tsx`, `publication-drawer.tsx`,
 *   `location-drawer.tsx`, `position-drawer.tsx`, `format-drawer.tsx`: one for each resource.
 * - `limit-fields.tsx`, `screen-fields.tsx`, `template-editor.tsx`: parts of forms.
 * - `position-head.tsx`, `snippets.ts`: facts and integration code of a position.
 * - `publication-authorization.tsx`: adagents.json and ads.txt of the domains of a publication.
 */

import { LocationDrawer } from './location-drawer.tsx';
import { PositionDrawer } from './position-drawer.tsx';
import { PublicationDrawer } from './publication-drawer.tsx';
import { PublisherDrawer } from './publisher-drawer.tsx';

/**
 * The drawer that the URL names: `position-12` opens an object, `new-location-3` creates one below a parent, `new-publisher`
 * creates one without a parent.
 */
export function InventoryDrawers({
  item,
  open,
  close,
}: {
  readonly item: string | undefined;
  readonly open: (item: string) => void;
  readonly close: () => void;
}) {
  const match = /^(new-)?(publisher|publication|location|position)(?:-([1-9]\d{0,15}))?$/.exec(item ?? '');
  if (match === null) return null;
  const [, fresh, noun, number] = match;
  const givenId = number === undefined ? undefined : Number(number);
  const id = fresh === undefined ? (givenId ?? null) : null;
  const parent = fresh === undefined ? undefined : givenId;
  const common = { key: item, id, close };
  if (noun === 'publisher') return <PublisherDrawer {...common} {...parentField('parentId', parent)} />;
  if (noun === 'publication') return <PublicationDrawer {...common} {...parentField('publisherId', parent)} />;
  if (noun === 'location') return <LocationDrawer {...common} {...parentField('publicationId', parent)} />;
  return (
    <PositionDrawer
      {...common}
      {...parentField('locationId', parent)}
      onCreated={(position) => open(`position-${position.id}`)}
    />
  );
}

function parentField<Name extends string>(name: Name, id: number | undefined) {
  return id === undefined ? {} : ({ [name]: id } as Record<Name, number>);
}
