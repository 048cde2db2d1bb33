import { Badge, Checkbox, Group, ScrollArea, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import classes from './inventory-picker.module.css';
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

/** Shorter search texts do not expand the tree. */
const minSearchLength = 2;

/** Picks inventory from the tree. A publisher, publication or location includes all its positions, also future ones. */
export function InventoryPicker({ booked, onChange }: PickerProps) {
  const { data } = useInventory();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null);
  const tree = useMemo(() => (data === undefined ? [] : inventoryTree(data)), [data]);
  const shown = useMemo(() => filterInventoryTree(search, tree), [search, tree]);
  const isBooked = (node: InventoryTreeNode) => booked[fieldOfKind[node.kind]].includes(node.id);
  const ancestors = ancestorKeysOf(isBooked, tree);
  if (data === undefined) return <Skeleton height={200} />;
  const toggle = (node: InventoryTreeNode, isOn: boolean) => {
    const field = fieldOfKind[node.kind];
    const rest = booked[field].filter((id) => id !== node.id);
    onChange({ ...booked, [field]: isOn ? [...rest, node.id] : rest });
  };
  const open = (key: string) => {
    const next = new Set(opened ?? ancestors);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  const isOpen = (node: InventoryTreeNode) =>
    (opened ?? ancestors).has(inventoryTreeKey(node)) || search.length >= minSearchLength || node.kind === 'publisher';
  const rows = (nodes: readonly InventoryTreeNode[], depth: number, isWithin: boolean) =>
    nodes.flatMap((node): React.ReactNode[] => {
      const isOn = isBooked(node);
      const row = (
        <NodeRow
          key={inventoryTreeKey(node)}
          {...{ node, depth, isOn, isWithin }}
          isOpen={isOpen(node)}
          isPartly={ancestors.has(inventoryTreeKey(node))}
          toggle={() => toggle(node, !isOn)}
          open={() => open(inventoryTreeKey(node))}
        />
      );
      return isOpen(node) ? [row, ...rows(node.children, depth + 1, isWithin || isOn)] : [row];
    });
  return (
    <div>
      <TextInput
        type="search"
        aria-label={t('inventory.label.searchInventory')}
        placeholder={t('inventory.hint.searchInventory')}
        leftSection={<Icon name="search" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        mb="xs"
      />
      <ScrollArea.Autosize
        mah={340}
        type="auto"
        offsetScrollbars="present"
        viewportProps={{ tabIndex: 0, 'aria-label': t('inventory.label.inventory') }}
      >
        {shown.length === 0 ? (
          <Text c="dimmed" fz="sm">
            {search === '' ? t('inventory.title.noInventory') : t('inventory.text.noMatch')}
          </Text>
        ) : (
          rows(shown, 0, false)
        )}
      </ScrollArea.Autosize>
    </div>
  );
}

function NodeRow(props: {
  readonly node: InventoryTreeNode;
  readonly depth: number;
  readonly isOn: boolean;
  readonly isWithin: boolean;
  readonly isOpen: boolean;
  /** A descendant is booked. */
  readonly isPartly: boolean;
  readonly toggle: () => void;
  readonly open: () => void;
}) {
  const { node, depth, isOn, isWithin, isOpen, isPartly } = props;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" py={3} ps={depth * 18}>
      {node.children.length > 0 ? (
        <UnstyledButton
          onClick={props.open}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'inventory.action.collapse' : 'inventory.action.expand', { name: node.name })}
          className={classes.opener}
        >
          <Icon name={isOpen ? 'collapse' : 'expand'} />
        </UnstyledButton>
      ) : (
        <span className={classes.opener} />
      )}
      <Checkbox
        size="xs"
        mt={2}
        styles={{ inner: { marginTop: 2 } }}
        checked={isOn || isWithin}
        indeterminate={isPartly && !isOn && !isWithin}
        disabled={isWithin}
        onChange={props.toggle}
        label={
          <Text component="span" fz="sm" lh="1.25rem" style={{ overflowWrap: 'anywhere' }}>
            {node.name}{' '}
            <Text component="span" fz="xs" c="dimmed">
              {node.note}
            </Text>
          </Text>
        }
      />
      {node.children.length > 0 && (
        <Badge size="xs" variant="default" tt="none" mt={4} style={{ flex: 'none' }}>
          {t(`labels.resourceType.inventory/${node.kind}`)}
        </Badge>
      )}
    </Group>
  );
}
