import { Button, Group, Paper, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { explainDecision } from '../../client/generated/sdk.gen.ts';
import type { PlainMessageKey } from '../../messages/message-keys.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { codeOptions } from '../targeting/code-options.ts';
import { MultiSelect, Select } from '../ui/field/selects.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { listOf, listText, useAddress } from '../ui/page/use-address.ts';
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
};

const slotFields: readonly TextField[] = [
  { name: 'slots', label: 'decision.label.slotNames', description: 'decision.hint.commaSeparated', required: true },
];
const viewerFields: readonly TextField[] = [
  { name: 'pageUrl', label: 'decision.label.pageUrl', description: 'decision.hint.pageUrl' },
  { name: 'segments', label: 'decision.label.segments', description: 'decision.hint.segments' },
];
/** Fields whose values have names to choose from. */
const codedFields = [
  { name: 'country', label: 'decision.label.country', description: 'decision.hint.country' },
  { name: 'device', label: 'decision.label.devices', description: 'decision.hint.devices' },
] as const;
const timeFields: readonly TextField[] = [
  { name: 'at', label: 'decision.label.time', description: 'decision.hint.time' },
  {
    name: 'revision',
    label: 'decision.label.revision',
    description: 'decision.hint.revision',
    inputMode: 'numeric',
  },
];

/** A form for an ad request, and the decision about it. */
export function ExplainPage() {
  const [address] = useAddress();
  const [request, setRequest] = useState<ExplainRequest>({ ...emptyExplainRequest, slots: address['slot'] ?? '' });
  const explain = useMutation({
    mutationFn: (entered: ExplainRequest) => dataOf(explainDecision({ client, body: explainBodyOf(entered) })),
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
    <Page title={t('decision.title.explain')} lead={t('decision.hint.explain')}>
      <Paper component="form" onSubmit={submit} aria-label={t('decision.label.adRequest')}>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {slotFields.map(field)}
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
          {timeFields.map(field)}
        </SimpleGrid>
        <Group mt="md">
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
