import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { replayWebhook } from '../../client/generated/sdk.gen.ts';
import type { Webhook } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { MomentInput } from '../ui/time/moment-input.tsx';
import { instantOf } from '../ui/time/zoned-time.ts';

/** Sends all events since a time again, for example after a failure of the receiving system. */
export function ReplayEventsButton({ webhook }: { readonly webhook: Webhook }) {
  const [opened, { open, close }] = useDisclosure(false);
  const zone = useZone();
  const [since, setSince] = useState<string | null>(null);
  const replay = useChange({
    nouns: ['webhooks'],
    change: (wall: string) =>
      dataOf(replayWebhook({ client, path: { id: webhook.id }, body: { since: instantOf(wall, zone) } })),
    done: ({ deliveries }) => t('webhook.text.replayed', { count: deliveries }),
    onDone: close,
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('webhook.action.replay')}
      </Button>
      {opened && (
        <Dialog close={close} title={t('webhook.action.replay')}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (since !== null) replay.mutate(since);
            }}
          >
            <MomentInput
              label={t('webhook.label.since', { timeZone: zone })}
              description={t('webhook.hint.since')}
              required
              value={since}
              onChange={setSince}
              error={fieldError(replay.error, 'since')}
            />
            <Group justify="flex-end" mt="md">
              <Button variant="default" onClick={close}>
                {t('common.action.cancel')}
              </Button>
              <Button type="submit" loading={replay.isPending} disabled={since === null}>
                {t('webhook.action.replay')}
              </Button>
            </Group>
          </form>
        </Dialog>
      )}
    </>
  );
}
