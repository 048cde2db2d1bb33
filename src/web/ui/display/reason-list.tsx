import { List, Text } from '@mantine/core';
import { RichText } from '../../i18n/rich-text.tsx';
import type { ReasonText } from '../../labels/reason-labels.ts';
import { ToneFrame } from './tone-frame.tsx';

/** Reasons of a status, each with its remedy. */
export function ReasonList({
  title,
  reasons,
  tone,
}: {
  readonly title: string;
  readonly reasons: readonly ReasonText[];
  readonly tone: 'bad' | 'waiting';
}) {
  if (reasons.length === 0) return null;
  return (
    <ToneFrame title={title} tone={tone}>
      <List spacing={4} fz="sm" mt={4}>
        {reasons.map(({ text, action }) => (
          <List.Item key={text}>
            <RichText
              id="common.text.labelAndText"
              elements={{ bold: <Text component="span" fw={600} fz="sm" /> }}
              values={{ label: text, text: action }}
            />
          </List.Item>
        ))}
      </List>
    </ToneFrame>
  );
}
