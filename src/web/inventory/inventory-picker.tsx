import { Badge, Checkbox, Group, ScrollArea, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Icon } from '../ui/display/icon.tsx';
import { type BookedInventory, fieldOfKind } from './model/booked-inventory.ts';
import {
  ancestorKeysOf,
  filterInventoryTree,
  type InventoryTreeNode,
  inventoryTree,
  inventoryTreeKey,
} from './model/inventory-tree.ts';
import { useInventory } from './model/use-inventory.ts';

type PickerProps = {
  readonly booked: BookedInventory;
  readonly onChange: (booked: BookedInventory) => void;
};

const searchShowsFrom = 2;

/** Picks positions from the tree; whoever picks something wider has everything in it, also what comes later. */
export function InventoryPicker({ booked, onChange }: PickerProps) {
  const { data } = useInventory();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null);
  const tree = useMemo(() => (data === undefined ? [] : inventoryTree(data)), [data]);
  const shown = useMemo(() => filterInventoryTree(search, tree), [search, tree]);
  const isBooked = (place: InventoryTreeNode) => booked[fieldOfKind[place.kind]].includes(place.id);
  const ways = ancestorKeysOf(isBooked, tree);
  if (data === undefined) return <Skeleton height={200} />;
  const toggle = (place: InventoryTreeNode, isOn: boolean) => {
    const field = fieldOfKind[place.kind];
    const rest = booked[field].filter((id) => id !== place.id);
    onChange({ ...booked, [field]: isOn ? [...rest, place.id] : rest });
  };
  const open = (key: string) => {
    const next = new Set(opened ?? ways);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  const isOpen = (place: InventoryTreeNode) =>
    (opened ?? ways).has(inventoryTreeKey(place)) || search.length >= searchShowsFrom || place.kind === 'publisher';
  const rows = (places: readonly InventoryTreeNode[], depth: number, isWithin: boolean) =>
    places.flatMap((place): React.ReactNode[] => {
      const isOn = isBooked(place);
      const row = (
        <PlaceRow
          key={inventoryTreeKey(place)}
          {...{ place, depth, isOn, isWithin }}
          isOpen={isOpen(place)}
          isPartly={ways.has(inventoryTreeKey(place))}
          toggle={() => toggle(place, !isOn)}
          open={() => open(inventoryTreeKey(place))}
        />
      );
      return isOpen(place) ? [row, ...rows(place.inside, depth + 1, isWithin || isOn)] : [row];
    });
  return (
    <div>
      <TextInput
        type="search"
        aria-label="Find places"
        placeholder="Find a publication, location, slot name or format"
        leftSection={<Icon name="search" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        mb="xs"
      />
      <ScrollArea.Autosize mah={340} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': 'Places' }}>
        {shown.length === 0 ? (
          <Text c="dimmed" fz="sm">
            {search === '' ? 'There is no inventory yet.' : 'No place is named like this.'}
          </Text>
        ) : (
          rows(shown, 0, false)
        )}
      </ScrollArea.Autosize>
    </div>
  );
}

function PlaceRow(props: {
  readonly place: InventoryTreeNode;
  readonly depth: number;
  readonly isOn: boolean;
  readonly isWithin: boolean;
  readonly isOpen: boolean;
  /** Something in it is booked by itself. */
  readonly isPartly: boolean;
  readonly toggle: () => void;
  readonly open: () => void;
}) {
  const { place, depth, isOn, isWithin, isOpen, isPartly } = props;
  return (
    <Group gap={6} wrap="nowrap" py={3} pl={depth * 18}>
      {place.inside.length > 0 ? (
        <UnstyledButton onClick={props.open} aria-expanded={isOpen} aria-label={`What is in ${place.name}`} lh={1}>
          <Icon name={isOpen ? 'collapse' : 'expand'} />
        </UnstyledButton>
      ) : (
        <span style={{ width: 16, flex: 'none' }} />
      )}
      <Checkbox
        size="xs"
        checked={isOn || isWithin}
        indeterminate={isPartly && !isOn && !isWithin}
        disabled={isWithin}
        onChange={props.toggle}
        label={
          <Text component="span" fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {place.name}{' '}
            <Text component="span" fz="xs" c="dimmed">
              {place.note}
            </Text>
          </Text>
        }
      />
      {place.inside.length > 0 && (
        <Badge size="xs" variant="default" tt="none" style={{ flex: 'none' }}>
          {place.kind}
        </Badge>
      )}
    </Group>
  );
}
