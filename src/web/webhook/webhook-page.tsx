/*
 * Webhooks.
 *
 * - `webhook-list-page.tsx`, `webhook-page.tsx`, `webhook-drawer.tsx`: list, page and form.
 * - `message-log-section.tsx`, `delivery-drawer.tsx`, `replay-button.tsx`: deliveries and resending.
 * - `webhook-resource.ts`, `webhook-labels.ts`: API calls and labels.
 */

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { addWebhookSecret, testWebhook } from '../../client/generated/sdk.gen.ts';
import type { Webhook } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { conjunctionText } from '../labels/figures.ts';
import { useChange } from '../ui/action/use-change.ts';
import { confirm } from '../ui/dialog/confirm.tsx';
import { SecretDialog } from '../ui/dialog/secret-dialog.tsx';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { ObjectPage } from '../ui/page/object-page.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { MessageLogSection } from './message-log-section.tsx';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { webhookStatus } from './webhook-labels.ts';
import { webhookResource } from './webhook-resource.ts';

const crumbs = () => [
  { text: t('shell.page.administration'), to: '/administration' },
  { text: t('webhook.title.list'), to: '/administration/webhooks' },
];

/** One webhook and its deliveries. */
export function WebhookPage() {
  return <ObjectPage resource={webhookResource}>{(webhook) => <WebhookDetails webhook={webhook} />}</ObjectPage>;
}

function WebhookDetails({ webhook }: { readonly webhook: Webhook }) {
  const me = useMe();
  const [values, change] = useAddress();
  const status = webhookStatus(webhook);
  return (
    <Page
      title={webhook.name}
      mark={<ToneBadge {...status} />}
      lead={webhook.description ?? webhook.url}
      crumbs={crumbs()}
      actions={
        me.may('webhooks:write') &&
        webhook.archivedAt === null && <Actions webhook={webhook} edit={() => change({ item: 'edit' })} />
      }
    >
      <Facts
        facts={[
          { name: t('webhook.label.address'), value: webhook.url },
          {
            name: t('webhook.label.events'),
            value: webhook.eventTypes.includes('*')
              ? t('webhook.label.allEvents')
              : conjunctionText(webhook.eventTypes),
          },
          { name: t('common.label.status'), value: status.hint },
          {
            name: t('webhook.label.secrets'),
            value: webhook.secrets.map(({ createdAt, expiresAt }) => (
              <Text key={createdAt} inherit>
                {expiresAt === null ? (
                  <RichText id="webhook.text.secretCreated" values={{ created: <Instant at={createdAt} /> }} />
                ) : (
                  <RichText
                    id="webhook.text.secretExpires"
                    values={{ created: <Instant at={createdAt} />, expires: <Instant at={expiresAt} /> }}
                  />
                )}
              </Text>
            )),
          },
        ]}
      />
      <MessageLogSection webhook={webhook} />
      {values['item'] === 'edit' && (
        <WebhookDrawer id={webhook.id} close={() => change({ item: undefined, page: values['page'] })} />
      )}
    </Page>
  );
}

function Actions({ webhook, edit }: { readonly webhook: Webhook; readonly edit: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const path = { id: webhook.id };
  const test = useChange({
    nouns: ['webhooks'],
    change: () => dataOf(testWebhook({ client, path })),
    done: () => t('webhook.text.testQueued'),
  });
  const rotate = useChange({
    nouns: ['webhooks'],
    change: () => dataOf(addWebhookSecret({ client, path })),
    onDone: (answer) => setSecret(answer.secret ?? null),
  });
  const ask = () =>
    confirm({
      title: t('webhook.title.rotateSecret'),
      text: t('webhook.text.rotateSecret'),
      verb: t('webhook.action.rotateSecret'),
      onConfirm: () => rotate.mutate(undefined),
    });
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
        {t('webhook.action.sendTest')}
      </Button>
      <Button variant="default" leftSection={<Icon name="secret" />} loading={rotate.isPending} onClick={ask}>
        {t('webhook.action.rotateSecret')}
      </Button>
      <Button variant="default" leftSection={<Icon name="edit" />} onClick={edit}>
        {t('common.action.edit')}
      </Button>
      {secret !== null && (
        <SecretDialog
          title={t('webhook.title.secret', { name: webhook.name })}
          secret={{ label: t('webhook.label.secret'), text: secret }}
          close={() => setSecret(null)}
        />
      )}
    </>
  );
}
