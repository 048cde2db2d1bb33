import { Button, Group, Paper, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { explainDecision } from '../../client/generated/sdk.gen.ts';
import type { PlainMessageKey } from '../../messages/message-keys.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { codeOptions } from '../targeting/code-options.ts';
import { MultiSelect, Select } from '../ui/field/selects.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { listOf, listText, useAddress } from '../ui/page/use-address.ts';
import { MomentInput } from '../ui/time/moment-input.tsx';
import { instantOf, zoneName } from '../ui/time/zoned-time.ts';
import { DecisionTrace } from './decision-trace.tsx';
import { type ExplainRequest, emptyExplainRequest, explainBodyOf } from './explain-request.ts';

const consents = [
  { value: '', label: 'decision.consent.unstated' },
  { value: 'granted', label: 'decision.consent.granted' },
  { value: 'denied', label: 'decision.consent.denied' },
] as const;

/** A text field of the request. */
type TextField = {
  readonly name: keyof ExplainRequest;
  readonly label: PlainMessageKey;
  readonly description: PlainMessageKey;
  readonly required?: true;
  readonly inputMode?: 'numeric';
  readonly placeholder?: string;
};

const slotField: TextField = {
  name: 'slots',
  label: 'decision.label.slotNames',
  description: 'decision.hint.commaSeparated',
  required: true,
  placeholder: '_site_home_-billboard',
};
const viewerFields: readonly TextField[] = [
  { name: 'pageUrl', label: 'decision.label.pageUrl', description: 'decision.hint.pageUrl' },
  { name: 'segments', label: 'decision.label.segments', description: 'decision.hint.segments' },
];
/** Fields whose values have names to choose from. */
const codedFields = [
  { name: 'country', label: 'decision.label.country', description: 'decision.hint.country' },
  { name: 'device', label: 'decision.label.devices', description: 'decision.hint.devices' },
] as const;
const revisionField: TextField = {
  name: 'revision',
  label: 'decision.label.revision',
  description: 'decision.hint.revision',
  inputMode: 'numeric',
};

/** A form for an ad request, and the decision about it. */
export function ExplainPage() {
  const [address] = useAddress();
  const [request, setRequest] = useState<ExplainRequest>({ ...emptyExplainRequest, slots: address['slot'] ?? '' });
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const zone = useZone();
  const explain = useMutation({
    mutationFn: (entered: ExplainRequest) => dataOf(explainDecision({ client, body: explainBodyOf(entered, zone) })),
  });
  const change = (changes: Partial<ExplainRequest>) => setRequest((before) => ({ ...before, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    explain.mutate(request);
  };
  const field = ({ name, label, description, ...input }: TextField) => (
    <TextInput
      key={name}
      {...input}
      label={t(label)}
      description={t(description)}
      value={request[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Page
      title={t('decision.title.explain')}
      lead={t('decision.hint.explain')}
      crumbs={[{ text: t('inventory.title.inventory'), to: '/inventory' }]}
    >
      <Paper component="form" onSubmit={submit} aria-label={t('decision.label.adRequest')}>
        {field(slotField)}
        {isOpen && (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} mt="md" id={id}>
            <MoreConditions request={request} change={change} field={field} zone={zone} />
          </SimpleGrid>
        )}
        <Group mt="md" justify="space-between">
          <Button
            variant="subtle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {t('decision.action.moreConditions')}
          </Button>
          <Button type="submit" loading={explain.isPending}>
            {t('decision.action.explain')}
          </Button>
        </Group>
      </Paper>
      {explain.error !== null && <ProblemAlert error={explain.error} />}
      <div aria-live="polite">{explain.data !== undefined && <DecisionTrace decision={explain.data} />}</div>
    </Page>
  );
}

/** Conditions that few requests need. */
function MoreConditions({
  request,
  change,
  field,
  zone,
}: {
  readonly request: ExplainRequest;
  readonly change: (changes: Partial<ExplainRequest>) => void;
  readonly field: (field: TextField) => ReactNode;
  /** Time zone of the time. */
  readonly zone: string;
}) {
  return (
    <>
      <Textarea
        label={t('decision.label.parameters')}
        description={t('decision.hint.parameters')}
        autosize
        minRows={1}
        value={request.parameters}
        onChange={(event) => change({ parameters: event.currentTarget.value })}
      />
      {viewerFields.map(field)}
      {codedFields.map(({ name, label, description }) => (
        <MultiSelect
          key={name}
          label={t(label)}
          description={t(description)}
          data={[...codeOptions(name, [])]}
          searchable
          value={[...listOf(request[name])]}
          onChange={(codes) => change({ [name]: listText(codes) ?? '' })}
        />
      ))}
      <Select
        label={t('decision.label.consent')}
        description={t('decision.hint.consent')}
        data={consents.map(({ value, label }) => ({ value, label: t(label) }))}
        value={request.consent}
        allowDeselect={false}
        onChange={(consent) => change({ consent: consent ?? '' })}
      />
      <MomentInput
        label={t('common.label.withTimeZone', {
          label: t('decision.label.time'),
          timeZone: zoneName(request.at === '' ? new Date().toISOString() : instantOf(request.at, zone), zone),
        })}
        description={t('decision.hint.time')}
        placeholder={t('common.hint.now')}
        clearable
        clearButtonProps={{ 'aria-label': t('common.action.resetToNow') }}
        value={request.at === '' ? null : request.at}
        onChange={(at) => change({ at: at ?? '' })}
      />
      {field(revisionField)}
    </>
  );
}
