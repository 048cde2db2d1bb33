import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listLocations } from '../../../client/generated/sdk.gen.ts';
import type { Publication } from '../../../client/generated/types.gen.ts';
import { client, listDataOf } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';

import { categoryText } from '../model/inventory-labels.ts';
import { LocationNode } from './location-node.tsx';
import { TreeNote } from './tree-note.tsx';
import { TreeRow } from './tree-row.tsx';

const limit = 500;
/** Most locations that are expanded initially. */
const maxExpandedLocations = 6;

/** A publication. Its locations are loaded when it is expanded. */
export function PublicationNode(props: {
  readonly publication: Publication;
  readonly depth: number;
  readonly isOpenAtFirst: boolean;
  readonly open: (item: string) => void;
}) {
  const { publication, depth, open } = props;
  const { id, name, timeZone, category } = publication;
  const me = useMe();
  const [isOpen, setOpen] = useState(props.isOpenAtFirst);
  const { data } = useQuery({
    queryKey: ['locations', 'tree', id],
    queryFn: () => listDataOf(listLocations({ client, query: { publicationId: [id], limit, sort: 'name' } })),
    enabled: isOpen,
  });
  return (
    <TreeRow
      depth={depth}
      icon="inventory"
      name={name}
      facts={[categoryText(category), timeZone]}
      onOpen={() => open(`publication-${id}`)}
      isOpenAtFirst={isOpen}
      onToggle={setOpen}
      isEmpty={data?.total === 0}
      add={
        me.may('inventory:write')
          ? {
              text: t('inventory.action.addLocation'),
              label: t('inventory.action.addLocationTo', { name }),
              onAdd: () => open(`new-location-${id}`),
            }
          : undefined
      }
    >
      {data?.rows.map((location) => (
        <LocationNode
          key={location.id}
          location={location}
          timeZone={publication.timeZone}
          depth={depth + 1}
          isOpenAtFirst={data.total <= maxExpandedLocations}
          open={open}
        />
      ))}
      {data !== undefined && data.total > data.rows.length && (
        <TreeNote depth={depth + 1}>
          {t('inventory.text.moreLocations', { count: data.total - data.rows.length })}
        </TreeNote>
      )}
    </TreeRow>
  );
}
