import { Group, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '../i18n/t.ts';

const stepAttribute = 'data-step';

/** A numbered part of the form. */
export function FormStep(props: {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  const id = `step-${props.number}`;
  return (
    <Paper component="section" aria-labelledby={id} {...{ [stepAttribute]: props.number }}>
      <Group gap="sm" mb={4} wrap="nowrap" align="flex-start">
        <ThemeIcon radius="xl" size="sm" aria-hidden="true">
          <span className="figures">{props.number}</span>
        </ThemeIcon>
        <Title order={2} id={id} aria-label={t('firstAd.label.step', { number: props.number, title: props.title })}>
          {props.title}
        </Title>
      </Group>
      <Text fz="sm" c="dimmed" mb="sm">
        {props.text}
      </Text>
      {props.children}
    </Paper>
  );
}

/** Enter in a field moves to the next part of the form. In the last part it submits the form. */
export function advanceOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const field = event.target;
  if (event.key !== 'Enter' || !(field instanceof HTMLInputElement)) return;
  const steps = [...event.currentTarget.querySelectorAll(`[${stepAttribute}]`)];
  const next = steps[steps.findIndex((step) => step.contains(field)) + 1];
  const target = next?.querySelector<HTMLInputElement>('input:checked, input:not([type="radio"], [type="file"])');
  if (target === null || target === undefined) return;
  event.preventDefault();
  target.focus();
  if (target.type === 'text') target.select();
}
