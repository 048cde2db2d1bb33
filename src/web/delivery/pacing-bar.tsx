import { shareText } from '../labels/figures.ts';
import classes from './pacing-bar.module.css';

/** Below this part of the expected delivery, a booking is behind its goal. Source: `BEHIND_GOAL` of the API. */
const behindBelow = 0.95;

/** The delivered part of a goal as a bar, with a line at the part that should be delivered by now. */
export function PacingBar({
  deliveredPercent,
  expectedPercent,
  text,
}: {
  readonly deliveredPercent: number;
  readonly expectedPercent: number | null;
  /** The same for screen readers. */
  readonly text: string;
}) {
  const isBehind = expectedPercent !== null && deliveredPercent < expectedPercent * behindBelow;
  return (
    <span className={classes.pacing} role="img" aria-label={text} title={text}>
      <span className={classes.bar} data-behind={isBehind || undefined}>
        <span className={classes.delivered} style={{ width: `${Math.min(100, deliveredPercent)}%` }} />
        {expectedPercent !== null && (
          <span className={classes.expected} style={{ insetInlineStart: `${Math.min(100, expectedPercent)}%` }} />
        )}
      </span>
      {shareText(deliveredPercent / 100)}
    </span>
  );
}
