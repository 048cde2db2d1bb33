import type { Webhook, WebhookDelivery } from '../../client/generated/types.gen.ts';
import type { Tone } from '../labels/status-labels.ts';

type Words = { readonly text: string; readonly tone: Tone; readonly means: string };

/** How far a delivery of a webhook is, in words. */
export const webhookDeliveryStatusLabels: Readonly<Record<WebhookDelivery['status'], Words>> = {
  pending: { text: 'Waiting', tone: 'busy', means: 'On its way, or tried again later.' },
  delivered: { text: 'Delivered', tone: 'good', means: 'The address answered 2xx.' },
  failed: { text: 'Given up', tone: 'bad', means: 'No attempt got through. A replay sends it again.' },
};

/** How a webhook stands. */
export function webhookStatus({ active, archivedAt, disabledReason, failingSince }: Webhook): Words {
  if (archivedAt !== null) return { text: 'Archived', tone: 'quiet', means: 'Nothing is sent any more.' };
  if (disabledReason === 'gone')
    return {
      text: 'Switched off',
      tone: 'bad',
      means: 'It answered that it is gone (410). Switch it on to try again.',
    };
  if (disabledReason === 'failing')
    return { text: 'Switched off', tone: 'bad', means: 'Nothing got through for days. Switch it on to try again.' };
  if (!active) return { text: 'Off', tone: 'quiet', means: 'Switched off by hand.' };
  if (failingSince !== null)
    return { text: 'Failing', tone: 'waiting', means: 'The last attempt did not get through.' };
  return { text: 'Working', tone: 'good', means: 'The last attempt got through, or there was none yet.' };
}
