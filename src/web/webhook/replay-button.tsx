import { Button, Group, Modal } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { replayWebhook } from '../../client/generated/sdk.gen.ts';
import type { Webhook } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { fieldError } from '../api/use-draft.ts';
import { countWithNoun } from '../labels/figures.ts';
import { useChange } from '../ui/action/use-change.ts';
import { deviceZone, instantOf } from '../ui/time/zoned-time.ts';

/** Sends again all events since a time, as after a failure of the other system. */
export function ReplayEventsButton({ webhook }: { readonly webhook: Webhook }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [since, setSince] = useState<string | null>(null);
  const replay = useChange({
    nouns: ['webhooks'],
    change: (wall: string) =>
      dataOf(replayWebhook({ client, path: { id: webhook.id }, body: { since: instantOf(wall, deviceZone) } })),
    done: ({ deliveries }) => `${countWithNoun(deliveries, 'event')} will be sent again.`,
    onDone: close,
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Replay
      </Button>
      <Modal opened={opened} onClose={close} title="Send events again" closeButtonProps={{ 'aria-label': 'Close' }}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (since !== null) replay.mutate(since);
          }}
        >
          <DateTimePicker
            label={`All events since (${deviceZone})`}
            required
            value={since}
            onChange={setSince}
            error={fieldError(replay.error, 'since')}
          />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={replay.isPending} disabled={since === null}>
              Send again
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
