import { Alert } from '@mantine/core';
import type { Booking } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { instantText } from '../ui/time/zoned-time.ts';

/** The end and the note of a hold. Renders nothing without a hold. */
export function HoldNotice({
  status,
  heldUntil,
  holdNote,
  zone,
}: Pick<Booking, 'status' | 'heldUntil' | 'holdNote'> & {
  /** Time zone of the end. */
  readonly zone: string;
}) {
  if (heldUntil === null) return null;
  const isHeld = status === 'held';
  const until = instantText(heldUntil, zone);
  return (
    <Alert
      color={isHeld ? 'blue' : 'gray'}
      variant="light"
      mb="md"
      icon={<Icon name="clock" />}
      title={t(isHeld ? 'common.title.heldUntil' : 'common.title.holdEnded', { until })}
    >
      {holdNote}
    </Alert>
  );
}
