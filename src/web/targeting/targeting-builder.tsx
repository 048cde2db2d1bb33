/*
 * Editing targeting.
 *
 * - `targeting-builder.tsx`: the tree. `leaf-editor.tsx`: one condition. `value-tags.tsx`, `segment-values.tsx`: its
 *   values.
 * - `targeting-model.ts`: a tree as the editor holds it. `targeting-text.ts`: wording.
 */

import { ActionIcon, Box, Button, Group, Menu, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { valueFactNames, valueFacts } from '../../core/targeting/value-facts.ts';
import { Icon } from '../ui/display/icon.tsx';
import { LeafEditor } from './leaf-editor.tsx';
import classes from './targeting-builder.module.css';
import {
  type EditedNode,
  type GroupMode,
  type Group as GroupNode,
  groupOf,
  type Leaf,
  type Tree,
  treeOf,
} from './targeting-model.ts';
import { targetingText } from './targeting-text.ts';

const modes = [
  { value: 'all', label: 'All of' },
  { value: 'any', label: 'Any of' },
  { value: 'none', label: 'None of' },
];
const deepest = 4;

const others: readonly { readonly text: string; readonly leaf: Leaf }[] = [
  { text: 'Parameter of the page', leaf: { key: '', values: [] } },
  { text: 'Page address', leaf: { urlParts: [] } },
  { text: 'Near a place', leaf: { near: { latitude: 51.05, longitude: 3.72, metres: 5000 } } },
  { text: 'Part of the day', leaf: { dayPart: { days: [], fromMinute: 540, toMinute: 1080 } } },
];

/** Builds whom a booking is for: groups of tests, and the whole as a sentence below. */
export function TargetingBuilder({
  tree,
  onChange,
  error,
}: {
  readonly tree: Tree | null;
  readonly onChange: (tree: Tree | null) => void;
  readonly error: string | undefined;
}) {
  // Groups that are empty yet are no part of the tree, and stay here until something is in them.
  const [group, setGroup] = useState(() => groupOf(tree));
  const change = (next: GroupNode) => {
    setGroup(next);
    onChange(treeOf(next));
  };
  return (
    <div>
      <GroupEditor group={group} depth={0} onChange={change} />
      <Text fz="sm" mt="xs" aria-live="polite">
        <Text component="span" c="dimmed" fz="sm">
          For:{' '}
        </Text>
        {targetingText(treeOf(group))}
      </Text>
      {error !== undefined && (
        <Text fz="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </div>
  );
}

function GroupEditor({
  group,
  depth,
  onChange,
  onRemove,
}: {
  readonly group: GroupNode;
  readonly depth: number;
  readonly onChange: (group: GroupNode) => void;
  readonly onRemove?: () => void;
}) {
  const replace = (index: number, node: EditedNode) => onChange({ ...group, nodes: group.nodes.with(index, node) });
  const remove = (index: number) => onChange({ ...group, nodes: group.nodes.filter((_, other) => other !== index) });
  const add = (node: EditedNode) => onChange({ ...group, nodes: [...group.nodes, node] });
  return (
    <Box
      className={depth === 0 ? undefined : classes.group}
      role="group"
      aria-label={modes.find(({ value }) => value === group.mode)?.label ?? ''}
    >
      <Group gap="xs" mb="xs">
        <SegmentedControl
          size="xs"
          aria-label="How the tests go together"
          data={modes}
          value={group.mode}
          onChange={(mode) => onChange({ ...group, mode: mode as GroupMode })}
        />
        {onRemove !== undefined && (
          <ActionIcon onClick={onRemove} color="gray" aria-label="Remove group">
            <Icon name="remove" />
          </ActionIcon>
        )}
      </Group>
      {group.nodes.map((node, index) => {
        const key = `entry ${index}`;
        return 'leaf' in node ? (
          <LeafEditor
            key={key}
            leaf={node.leaf}
            onChange={(leaf) => replace(index, { leaf })}
            onRemove={() => remove(index)}
          />
        ) : (
          <GroupEditor
            key={key}
            group={node}
            depth={depth + 1}
            onChange={(next) => replace(index, next)}
            onRemove={() => remove(index)}
          />
        );
      })}
      <Group gap="xs" mt={4}>
        <AddTest add={(leaf) => add({ leaf })} />
        {depth < deepest && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Icon name="add" />}
            onClick={() => add({ mode: 'any', nodes: [] })}
          >
            Group
          </Button>
        )}
      </Group>
    </Box>
  );
}

function AddTest({ add }: { readonly add: (leaf: Leaf) => void }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<Icon name="add" />}>
          Test
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {valueFactNames.map((fact) => (
          <Menu.Item key={fact} onClick={() => add({ fact, values: [] })}>
            {valueFacts[fact].label}
          </Menu.Item>
        ))}
        {others.map(({ text, leaf }) => (
          <Menu.Item key={text} onClick={() => add(leaf)}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
