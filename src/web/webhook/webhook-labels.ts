import type { Webhook, WebhookDelivery } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import type { Tone } from '../labels/status-labels.ts';

type StatusLabel = { readonly text: string; readonly tone: Tone; readonly hint: string };
type DeliveryStatus = WebhookDelivery['status'];

const deliveryTones: Readonly<Record<DeliveryStatus, Tone>> = { pending: 'busy', delivered: 'good', failed: 'bad' };

export const webhookDeliveryStatuses = Object.keys(deliveryTones) as readonly DeliveryStatus[];

/** The status of a delivery. */
export function webhookDeliveryStatus(status: DeliveryStatus): StatusLabel {
  const [text, hint] = [t(`webhook.deliveryStatus.${status}`), t(`webhook.deliveryStatusHint.${status}`)];
  return { text, tone: deliveryTones[status], hint };
}

const tones = {
  archived: 'quiet',
  gone: 'bad',
  disabled: 'bad',
  inactive: 'quiet',
  failing: 'waiting',
  healthy: 'good',
} as const satisfies Readonly<Record<string, Tone>>;

/** The status of a webhook. */
export function webhookStatus(webhook: Webhook): StatusLabel {
  const status = statusOf(webhook);
  return { text: t(`webhook.status.${status}`), tone: tones[status], hint: t(`webhook.statusHint.${status}`) };
}

function statusOf({ active, archivedAt, disabledReason, failingSince }: Webhook): keyof typeof tones {
  if (archivedAt !== null) return 'archived';
  if (disabledReason === 'gone') return 'gone';
  if (disabledReason === 'failing') return 'disabled';
  if (!active) return 'inactive';
  return failingSince === null ? 'healthy' : 'failing';
}

/** The result of an attempt: `Response 200 in 12 ms`. */
export function attemptText({ status, error, latencyMs: latency }: WebhookDelivery['attempts'][number]): string {
  if (status !== null) return t('webhook.text.responded', { status: String(status), latency });
  return t('webhook.text.attemptFailed', { error: error ?? t('webhook.text.noResponse'), latency });
}
