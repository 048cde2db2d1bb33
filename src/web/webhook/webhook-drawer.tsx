import { MultiSelect, Switch, Textarea } from '@mantine/core';
import type { Webhook, WebhookBody, WebhookWithSecret } from '../../client/generated/types.gen.ts';
import { eventTypes } from '../../core/words/event-types.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { formFieldsOf } from '../ui/form/form-fields-of.ts';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { webhookResource } from './webhook-resource.ts';

/** Types of events to choose from, by what they are about. */
const eventTypeOptions = [
  { group: 'All', items: [{ value: '*', label: 'Everything, also what is added later' }] },
  ...['campaign', 'booking', 'creative', 'report'].map((kind) => ({
    group: kind.charAt(0).toUpperCase() + kind.slice(1),
    items: eventTypes
      .filter((type) => type.startsWith(`${kind}.`))
      .map((type) => ({ value: type, label: type.replace('.', ' ').replaceAll('_', ' ') })),
  })),
];

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

/** Makes or changes a webhook. */
export function WebhookDrawer(props: {
  readonly id: number | null;
  readonly onCreated?: (made: Webhook | WebhookWithSecret) => void;
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
      archiveText="Nothing is sent to it any more, for good."
      {...(props.onCreated === undefined ? {} : { onCreated: props.onCreated })}
      close={props.close}
    />
  );
}

function WebhookFields({ draft, error }: FieldsOf<Values>) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField draft={draft} error={error} name="name" label="Name" required data-autofocus maxLength={255} />
      <DraftTextField
        draft={draft}
        error={error}
        name="url"
        label="Address"
        description="Gets a POST for each event, by https"
        type="url"
        required
        placeholder="https://crm.example/placard"
      />
      <MultiSelect
        label="Events"
        description="What it is told of"
        required
        data={eventTypeOptions}
        value={[...values.eventTypes]}
        onChange={(types) => set('eventTypes', types as EventType[])}
        searchable
        hidePickedOptions
        error={fieldError(error, 'eventTypes')}
      />
      <Switch
        label="Active"
        description="On again, it goes on with the events that wait"
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
      <Textarea
        label="What it is for"
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
