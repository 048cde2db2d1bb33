/*
 * The targeting editor.
 *
 * - `targeting-builder.tsx`: the tree. `leaf-editor.tsx`: one condition. `value-tags.tsx`, `segment-values.tsx`,
 *   `code-values.tsx`, `code-options.ts`: its values. `location-warning.tsx`: locations that the server does not detect.
 * - `targeting-model.ts`: the edited tree. `targeting-text.ts`: a tree as text.
 */

import { ActionIcon, Box, Button, Group, Menu, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { valueFactNames } from '../../core/targeting/value-facts.ts';
import type { PlainMessageKey } from '../../messages/message-keys.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { Segments } from '../ui/field/segments.tsx';
import { LeafEditor } from './leaf-editor.tsx';
import { LocationWarning } from './location-warning.tsx';
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

const modes = ['all', 'any', 'none'] as const satisfies readonly GroupMode[];
const maxDepth = 4;

const otherConditions: readonly { readonly label: PlainMessageKey; readonly leaf: Leaf }[] = [
  { label: 'targeting.label.pageParameter', leaf: { key: '', values: [] } },
  { label: 'targeting.label.pageUrl', leaf: { urlParts: [] } },
  { label: 'targeting.label.nearCoordinates', leaf: { near: { latitude: 51.05, longitude: 3.72, metres: 5000 } } },
  { label: 'targeting.label.daypart', leaf: { dayPart: { days: [], fromMinute: 540, toMinute: 1080 } } },
];

/** Edits a targeting tree: groups of conditions, with the resulting expression as text. */
export function TargetingBuilder({
  tree,
  onChange,
  error,
}: {
  readonly tree: Tree | null;
  readonly onChange: (tree: Tree | null) => void;
  readonly error: string | undefined;
}) {
  // Empty groups are not part of the tree. They stay in this state until they have a condition.
  const [group, setGroup] = useState(() => groupOf(tree));
  const change = (next: GroupNode) => {
    setGroup(next);
    onChange(treeOf(next));
  };
  return (
    <div>
      <GroupEditor group={group} depth={0} onChange={change} />
      <Text fz="sm" mt="xs" aria-live="polite">
        <RichText
          id="targeting.format.summary"
          values={{ condition: targetingText(treeOf(group)) }}
          elements={{ label: <Text component="span" c="dimmed" fz="sm" /> }}
        />
      </Text>
      <LocationWarning tree={treeOf(group)} />
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
  const remove = (index: number) =>
    onChange({ ...group, nodes: group.nodes.filter((_, position) => position !== index) });
  const frame = useRef<HTMLDivElement>(null);
  const add = (node: EditedNode) => {
    onChange({ ...group, nodes: [...group.nodes, node] });
    // After the new condition is rendered.
    if ('leaf' in node) requestAnimationFrame(() => focusLast(frame.current));
  };
  return (
    <Box
      ref={frame}
      className={depth === 0 ? undefined : classes.group}
      role="group"
      aria-label={t(`targeting.mode.${group.mode}`)}
    >
      <Group gap="xs" mb="xs">
        <Segments
          size="xs"
          aria-label={t('targeting.label.matchMode')}
          data={modes.map((value) => ({ value, label: t(`targeting.mode.${value}`) }))}
          value={group.mode}
          onChange={(mode) => onChange({ ...group, mode: mode as GroupMode })}
        />
        {onRemove !== undefined && (
          <ActionIcon onClick={onRemove} color="gray" aria-label={t('targeting.action.removeGroup')}>
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
        <AddCondition add={(leaf) => add({ leaf })} />
        {depth < maxDepth && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Icon name="add" />}
            onClick={() => add({ mode: 'any', nodes: [] })}
          >
            {t('targeting.action.addGroup')}
          </Button>
        )}
      </Group>
    </Box>
  );
}

/** Focuses the first control of the last condition of a group. */
function focusLast(group: HTMLDivElement | null): void {
  const conditions = group?.querySelectorAll(':scope > [data-condition]') ?? [];
  [...conditions].at(-1)?.querySelector<HTMLElement>('input')?.focus();
}

function AddCondition({ add }: { readonly add: (leaf: Leaf) => void }) {
  // The focus moves to the new condition, and returns to the button if the menu is closed without a selection.
  const [returnsFocus, setReturnsFocus] = useState(true);
  const choose = (leaf: Leaf) => {
    setReturnsFocus(false);
    add(leaf);
  };
  return (
    <Menu position="bottom-start" returnFocus={returnsFocus} onOpen={() => setReturnsFocus(true)}>
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<Icon name="add" />}>
          {t('targeting.action.addCondition')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {valueFactNames.map((fact) => (
          <Menu.Item key={fact} onClick={() => choose({ fact, values: [] })}>
            {t(`labels.targetingFact.${fact}`)}
          </Menu.Item>
        ))}
        {otherConditions.map(({ label, leaf }) => (
          <Menu.Item key={label} onClick={() => choose(leaf)}>
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
