import { Group, Paper, Text } from '@mantine/core';
import type { Creative, Format } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { dimensionsText } from '../inventory/model/format-choices.ts';
import { countText } from '../labels/figures.ts';
import { StateBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { TextLink } from '../ui/page/link.tsx';
import classes from './creative-card.module.css';
import { kindLabel } from './model/kind-labels.ts';

/** A creative of the library with its picture. */
export function CreativeCard({
  creative,
  picture,
  brand,
  format,
}: {
  readonly creative: Creative;
  /** URL of the picture. Null: the creative has none. */
  readonly picture: string | null;
  readonly brand: string;
  /** undefined: not loaded. */
  readonly format: Format | undefined;
}) {
  const { id, name, kind, state, checks, pendingVersion } = creative;
  const hasIssues = checks.length > 0;
  const size = dimensionsText(format ?? creative);
  return (
    <Paper component="li" p={0} className={classes.card}>
      <Thumbnail kind={kind} url={picture} size="large" />
      <div className={classes.details}>
        <TextLink to={`/creatives/${id}`} fz="sm" fw={550} lineClamp={2} className={classes.name}>
          {name}
        </TextLink>
        <Text fz="xs" c="dimmed" truncate visibleFrom="sm">
          {brand}
        </Text>
        <Text fz="xs" c="dimmed" truncate visibleFrom="sm">
          {[size, format?.name ?? kindLabel(kind)].filter((text) => text !== '').join(' · ')}
        </Text>
        <Group gap="2px 6px" mt={6}>
          {size !== '' && (
            <Text fz="xs" c="dimmed" component="span" hiddenFrom="sm">
              {size}
            </Text>
          )}
          <StateBadge state={state} />
          {pendingVersion !== null && <ToneBadge text={t('creative.label.newVersionPending')} tone="waiting" />}
          {hasIssues && (
            <Text fz="xs" c="var(--placard-warn)" component="span" className={classes.checks}>
              <Icon name="attention" size={13} />
              <span aria-hidden="true">{countText(checks.length)}</span>
              <span className={classes.hidden}>{t('creative.text.issues', { count: checks.length })}</span>
            </Text>
          )}
        </Group>
      </div>
    </Paper>
  );
}
