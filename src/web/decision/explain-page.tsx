import { Button, Group, Paper, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { explainDecision } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { DecisionTrace } from './decision-trace.tsx';
import { type ExplainRequest, emptyExplainRequest, explainBodyOf } from './explain-request.ts';

const consents = [
  { value: '', label: 'Not said' },
  { value: 'granted', label: 'Granted' },
  { value: 'denied', label: 'Denied' },
];

/** A text of the request, and the words at its field. */
type TextField = {
  readonly name: keyof ExplainRequest;
  readonly label: string;
  readonly description: string;
  readonly required?: true;
  readonly inputMode?: 'numeric';
};

const slotFields: readonly TextField[] = [
  { name: 'slots', label: 'Slot names', description: 'With commas between', required: true },
];
const viewerFields: readonly TextField[] = [
  { name: 'pageUrl', label: 'Page address', description: 'Where the ad would show' },
  { name: 'country', label: 'Country', description: 'Such as BE' },
  { name: 'device', label: 'Devices', description: 'With commas between' },
  { name: 'segments', label: 'Segments', description: 'They count with consent only' },
];
const whenFields: readonly TextField[] = [
  { name: 'at', label: 'Moment', description: 'In UTC, such as 2026-12-01T18:00; empty: now' },
  {
    name: 'revision',
    label: 'Revision',
    description: 'Empty: the configuration that serves',
    inputMode: 'numeric',
  },
];

/** A form for a request that is thought of, and what would be decided. */
export function ExplainPage() {
  const [address] = useAddress();
  const [thought, setThought] = useState<ExplainRequest>({ ...emptyExplainRequest, slots: address['slot'] ?? '' });
  const explain = useMutation({
    mutationFn: (request: ExplainRequest) => dataOf(explainDecision({ client, body: explainBodyOf(request) })),
  });
  const change = (changes: Partial<ExplainRequest>) => setThought((before) => ({ ...before, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    explain.mutate(thought);
  };
  const field = ({ name, ...words }: TextField) => (
    <TextInput
      key={name}
      {...words}
      value={thought[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Page title="Explain a request" lead="What would be decided, for any request and at any moment; nothing is counted">
      <Paper component="form" onSubmit={submit} aria-label="Request">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {slotFields.map(field)}
          <Textarea
            label="Parameters"
            description="One per line, such as kw=red,blue"
            autosize
            minRows={1}
            value={thought.parameters}
            onChange={(event) => change({ parameters: event.currentTarget.value })}
          />
          {viewerFields.map(field)}
          <Select
            label="Consent"
            description="What the viewer said"
            data={consents}
            value={thought.consent}
            allowDeselect={false}
            onChange={(consent) => change({ consent: consent ?? '' })}
          />
          {whenFields.map(field)}
        </SimpleGrid>
        <Group mt="md">
          <Button type="submit" loading={explain.isPending}>
            Explain
          </Button>
        </Group>
      </Paper>
      {explain.error !== null && <ProblemAlert error={explain.error} />}
      <div aria-live="polite">{explain.data !== undefined && <DecisionTrace decision={explain.data} />}</div>
    </Page>
  );
}
