import { Badge, Tooltip } from '@mantine/core';
import type { CreativeState, Status } from '../../core/words/statuses.ts';
import { stateWords, statusWords, type Tone } from '../help/status-words.ts';
import classes from './badges.module.css';

/** Status of a campaign or booking; what it means on demand. */
export function StatusBadge({ status }: { readonly status: Status }) {
  return <ToneBadge {...statusWords[status]} />;
}

/** State of a creative. */
export function StateBadge({ state }: { readonly state: CreativeState }) {
  return <ToneBadge {...stateWords[state]} />;
}

/** A word with a dot in the colour of its tone: told by both. */
export function ToneBadge({
  text,
  tone,
  means,
}: {
  readonly text: string;
  readonly tone: Tone;
  readonly means?: string;
}) {
  return (
    <Tooltip label={means} disabled={means === undefined}>
      <Badge
        variant="outline"
        className={classes.badge}
        data-tone={tone}
        leftSection={<span className={classes.dot} />}
      >
        {text}
      </Badge>
    </Tooltip>
  );
}
