import { Checkbox, Group, Skeleton, Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { useNames } from '../../api/use-names.ts';
import { t } from '../../i18n/t.ts';
import { formatChoices } from '../../inventory/model/format-choices.ts';
import { StateBadge } from '../../ui/display/badges.tsx';
import { Thumbnail } from '../../ui/display/thumbnail.tsx';
import { kindLabel } from '../model/kind-labels.ts';
import { useThumbnailUrls } from '../model/use-thumbnail-urls.ts';
import classes from './creative-options.module.css';

/** Width of a row's picture on a high-density screen, in pixels. */
const pictureWidth = 112;

/** Creatives with a checkbox, thumbnail, size, kind and state. The arrow keys move between the checkboxes. */
export function CreativeOptions({
  creatives,
  picked,
  onToggle,
}: {
  /** undefined: not loaded yet. */
  readonly creatives: readonly Creative[] | undefined;
  readonly picked: ReadonlyMap<number, unknown>;
  readonly onToggle: (creative: Creative) => void;
}) {
  const pictureOf = useThumbnailUrls(creatives ?? [], pictureWidth);
  const formatOf = useNames(
    formatChoices,
    (creatives ?? []).map(({ formatId }) => formatId),
  );
  if (creatives === undefined) return <Skeleton height={220} />;
  if (creatives.length === 0) return <Text c="dimmed">{t('creative.title.noMatch')}</Text>;
  return (
    <ul className={classes.list} aria-label={t('creative.title.list')} onKeyDown={moveFocus}>
      {creatives.map((creative) => (
        <li key={creative.id}>
          <label className={classes.option} htmlFor={`creative-${creative.id}`}>
            <Checkbox
              id={`creative-${creative.id}`}
              aria-label={creative.name}
              checked={picked.has(creative.id)}
              onChange={() => onToggle(creative)}
            />
            <Thumbnail kind={creative.kind} url={pictureOf(creative)} />
            <span className={classes.text}>
              <Text component="span" fz="sm" fw={550} display="block" truncate>
                {creative.name}
              </Text>
              <Text component="span" fz="xs" c="dimmed" display="block" truncate>
                {kindLabel(creative.kind)} · {formatOf(creative.formatId)}
              </Text>
            </span>
            <Group gap={6}>
              <StateBadge state={creative.state} />
            </Group>
          </label>
        </li>
      ))}
    </ul>
  );
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const boxes = [...event.currentTarget.querySelectorAll('input')];
  const index = boxes.indexOf(document.activeElement as HTMLInputElement);
  event.preventDefault();
  boxes[Math.min(boxes.length - 1, Math.max(0, index + step))]?.focus();
}
