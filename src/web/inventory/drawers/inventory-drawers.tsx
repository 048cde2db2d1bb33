/*
 * Forms of inventory, in drawers.
 *
 * - `inventory-drawers.tsx` opens the drawer that the address names. `publisher-drawer.tsx`, `publication-drawer.tsx`,
 *   `location-drawer.tsx`, `position-drawer.tsx`, `format-drawer.tsx`: one per resource.
 * - `limit-fields.tsx`, `screen-fields.tsx`, `template-editor.tsx`: parts of forms.
 * - `position-head.tsx`, `snippets.ts`: code for pages.
 */

import { LocationDrawer } from './location-drawer.tsx';
import { PositionDrawer } from './position-drawer.tsx';
import { PublicationDrawer } from './publication-drawer.tsx';
import { PublisherDrawer } from './publisher-drawer.tsx';

/**
 * The drawer that the address asks for: `position-12` shows one, `new-location-3` makes one below its parent, `new-publisher`
 * one without a parent.
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
  const asked = /^(new-)?(publisher|publication|location|position)(?:-([1-9]\d{0,15}))?$/.exec(item ?? '');
  if (asked === null) return null;
  const [, fresh, noun, number] = asked;
  const named = number === undefined ? undefined : Number(number);
  const id = fresh === undefined ? (named ?? null) : null;
  const parent = fresh === undefined ? undefined : named;
  const common = { key: item, id, close };
  if (noun === 'publisher') return <PublisherDrawer {...common} {...below('parentId', parent)} />;
  if (noun === 'publication') return <PublicationDrawer {...common} {...below('publisherId', parent)} />;
  if (noun === 'location') return <LocationDrawer {...common} {...below('publicationId', parent)} />;
  return (
    <PositionDrawer
      {...common}
      {...below('locationId', parent)}
      onCreated={(position) => open(`position-${position.id}`)}
    />
  );
}

function below<Name extends string>(name: Name, id: number | undefined) {
  return id === undefined ? {} : ({ [name]: id } as Record<Name, number>);
}
