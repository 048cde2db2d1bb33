/*
 * Webhooks.
 *
 * - `webhook-list-page.tsx`, `webhook-page.tsx`, `webhook-drawer.tsx`: list, page and form.
 * - `delivery-section.tsx`, `delivery-drawer.tsx`, `replay-button.tsx`: messages that were sent, and sending them
 *   again.
 * - `webhook-resource.ts`, `webhook-labels.ts`: calls and wording.
 */

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { addWebhookSecret, testWebhook } from '../../client/generated/sdk.gen.ts';
import type { Webhook } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
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
import { MessageLogSection } from './delivery-section.tsx';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { webhookStatus } from './webhook-labels.ts';
import { webhookResource } from './webhook-resource.ts';

const crumbs = [
  { text: 'Administration', to: '/administration' },
  { text: 'Webhooks', to: '/administration/webhooks' },
];

/** One webhook: what it is told, and what came of it. */
export function WebhookPage() {
  return <ObjectPage resource={webhookResource}>{(webhook) => <Shown webhook={webhook} />}</ObjectPage>;
}

function Shown({ webhook }: { readonly webhook: Webhook }) {
  const me = useMe();
  const [values, change] = useAddress();
  const standing = webhookStatus(webhook);
  return (
    <Page
      title={webhook.name}
      mark={<ToneBadge {...standing} />}
      lead={webhook.description ?? webhook.url}
      crumbs={crumbs}
      actions={
        me.may('webhooks:write') &&
        webhook.archivedAt === null && <Actions webhook={webhook} edit={() => change({ item: 'edit' })} />
      }
    >
      <Facts
        facts={[
          { name: 'Address', value: webhook.url },
          {
            name: 'Told of',
            value: webhook.eventTypes.includes('*') ? 'Everything' : webhook.eventTypes.join(', '),
          },
          { name: 'Status', value: standing.means },
          {
            name: 'Secrets',
            value: webhook.secrets.map(({ createdAt, expiresAt }) => (
              <Text key={createdAt} inherit>
                Of <Instant at={createdAt} />
                {expiresAt !== null && (
                  <>
                    , until <Instant at={expiresAt} />
                  </>
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
    done: 'A test event is on its way; it appears among the deliveries.',
  });
  const rotate = useChange({
    nouns: ['webhooks'],
    change: () => dataOf(addWebhookSecret({ client, path })),
    onDone: (answer) => setSecret(answer.secret ?? null),
  });
  const ask = () =>
    confirm({
      title: 'Make a new secret?',
      text: 'Messages are signed with both for a while, so that your system can change over.',
      verb: 'New secret',
      onConfirm: () => rotate.mutate(undefined),
    });
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
        Send a test
      </Button>
      <Button variant="default" leftSection={<Icon name="secret" />} loading={rotate.isPending} onClick={ask}>
        New secret
      </Button>
      <Button variant="default" leftSection={<Icon name="edit" />} onClick={edit}>
        Edit
      </Button>
      {secret !== null && (
        <SecretDialog
          title={`Secret of ${webhook.name}`}
          secret={{ label: 'Secret', text: secret }}
          close={() => setSecret(null)}
        />
      )}
    </>
  );
}
