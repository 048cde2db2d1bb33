import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPositions } from '../../../client/generated/sdk.gen.ts';
import type { Location } from '../../../client/generated/types.gen.ts';
import { client, listDataOf } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';

import type { IconName } from '../../ui/display/icon.tsx';
import { locationKindText } from '../model/inventory-labels.ts';
import { screenFacts } from '../model/screen-labels.ts';
import { PositionRows } from './position-rows.tsx';
import { TreeNote } from './tree-note.tsx';
import { TreeRow } from './tree-row.tsx';

const limit = 500;
const icons: Readonly<Record<string, IconName>> = { page: 'page', app: 'phone', screen: 'screen', shelf: 'shelf' };

/** A location. Its positions are loaded when it is expanded. */
export function LocationNode(props: {
  readonly location: Location;
  readonly timeZone: string;
  readonly depth: number;
  readonly isOpenAtFirst: boolean;
  readonly open: (item: string) => void;
}) {
  const { location, timeZone, depth, open } = props;
  const { id, name, code, kind, screen } = location;
  const me = useMe();
  const [isOpen, setOpen] = useState(props.isOpenAtFirst);
  const { data } = useQuery({
    queryKey: ['positions', 'tree', id],
    queryFn: () => listDataOf(listPositions({ client, query: { locationId: [id], limit, sort: 'slotName' } })),
    enabled: isOpen,
  });
  return (
    <TreeRow
      depth={depth}
      icon={icons[kind] ?? 'page'}
      name={name}
      facts={[locationKindText(kind), ...(name === code ? [] : [code]), ...screenFacts(screen, timeZone, Date.now())]}
      onOpen={() => open(`location-${id}`)}
      isOpenAtFirst={isOpen}
      onToggle={setOpen}
      isEmpty={data?.total === 0}
      add={
        me.may('inventory:write')
          ? {
              text: t('inventory.action.addPosition'),
              label: t('inventory.action.addPositionTo', { name }),
              onAdd: () => open(`new-position-${id}`),
            }
          : undefined
      }
    >
      {data !== undefined && <PositionRows positions={data.rows} depth={depth + 1} open={open} />}
      {data !== undefined && data.total > data.rows.length && (
        <TreeNote depth={depth + 1}>
          {t('inventory.text.morePositions', { count: data.total - data.rows.length })}
        </TreeNote>
      )}
    </TreeRow>
  );
}
