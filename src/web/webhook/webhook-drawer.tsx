import { Switch, Textarea } from '@mantine/core';
import type { Webhook, WebhookBody, WebhookWithSecret } from '../../client/generated/types.gen.ts';
import { eventTypes } from '../../core/vocabulary/event-types.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { kindOfObjectLabel } from '../labels/kind-label.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { MultiSelect } from '../ui/field/selects.tsx';
import { formFieldsOf } from '../ui/form/form-fields-of.ts';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { webhookResource } from './webhook-resource.ts';

const eventGroups = [
  { noun: 'campaign', kind: 'campaigns' },
  { noun: 'booking', kind: 'bookings' },
  { noun: 'creative', kind: 'creatives' },
  { noun: 'report', kind: 'report-schedules' },
  { noun: 'segment_delivery', kind: 'segments/deliveries' },
] as const;

/** The event types, grouped by the kind of object. The label is the type itself, as in the payload. */
function eventTypeOptions() {
  const everything = { value: '*', label: t('webhook.label.allEventsFuture') };
  return [
    { group: t('webhook.label.allEvents'), items: [everything] },
    ...eventGroups.map(({ noun, kind }) => ({
      group: kindOfObjectLabel(kind),
      items: eventTypes.filter((type) => type.startsWith(`${noun}.`)).map((type) => ({ value: type, label: type })),
    })),
  ];
}

type EventType = WebhookBody['eventTypes'][number];
type Values = {
  readonly name: string;
  readonly url: string;
  readonly eventTypes: readonly EventType[];
  readonly active: boolean;
  readonly description: string | null;
  readonly externalId: string | null;
};

const fresh: Values = { name: '', url: '', eventTypes: ['*'], active: true, description: null, externalId: null };

/** Creates or edits a webhook. */
export function WebhookDrawer(props: {
  readonly id: number | null;
  readonly onCreated?: (created: Webhook | WebhookWithSecret) => void;
  readonly close: () => void;
}) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={webhookResource}
      id={props.id}
      fresh={fresh}
      valuesOf={formFieldsOf(fresh)}
      fields={(form) => <WebhookFields {...form} />}
      isComplete={({ name, url, eventTypes }) => name.trim() !== '' && url.trim() !== '' && eventTypes.length > 0}
      mayWrite={me.may('webhooks:write')}
      archiveText={t('webhook.text.archiveWarning')}
      {...(props.onCreated === undefined ? {} : { onCreated: props.onCreated })}
      close={props.close}
    />
  );
}

function WebhookFields({ draft, error }: FieldsOf<Values>) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        required
        data-autofocus
        maxLength={255}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="url"
        label={t('webhook.label.address')}
        description={t('webhook.hint.address')}
        type="url"
        required
        placeholder="https://crm.example/placard"
      />
      <MultiSelect
        label={t('webhook.label.events')}
        description={t('webhook.hint.events')}
        required
        data={eventTypeOptions()}
        value={[...values.eventTypes]}
        onChange={(types) => set('eventTypes', types as EventType[])}
        searchable
        hidePickedOptions
        error={fieldError(error, 'eventTypes')}
      />
      <Switch
        label={t('common.label.active')}
        description={t('webhook.hint.active')}
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
      <Textarea
        label={t('common.label.description')}
        autosize
        minRows={2}
        maxLength={1000}
        value={values.description ?? ''}
        onChange={(event) => set('description', event.currentTarget.value || null)}
        error={fieldError(error, 'description')}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
