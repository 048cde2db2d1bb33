import { ActionIcon, Button, Group, Input, List, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Keyword, type KeywordMatch, keywordFault } from '../../../core/words/keyword.ts';
import { countWithNoun } from '../../labels/figures.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { matchOptions } from '../model/keyword-labels.ts';
import { type InvalidLine, keywordsOfLines } from '../model/keyword-lines.ts';

/** As many are shown until all are asked for. */
const firstShown = 50;

type KeywordFieldsProps = {
  readonly label: string;
  readonly description: string;
  readonly keywords: readonly Keyword[];
  readonly onChange: (keywords: readonly Keyword[]) => void;
  /** What the server says about all of them, or about one. */
  readonly error: string | undefined;
  readonly errorOf: (index: number) => string | undefined;
};

/** Words that somebody searches for, one by one or pasted as lines, each with how it must match. */
export function KeywordFields({ label, description, keywords, onChange, error, errorOf }: KeywordFieldsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? keywords : keywords.slice(0, firstShown);
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Stack gap={6} mt={4}>
        {shown.length > 0 && (
          <Stack gap={4} component="ul" m={0} p={0} aria-label={label} style={{ listStyle: 'none' }}>
            {shown.map((keyword, index) => (
              <KeywordRow
                key={`${keyword.text} ${keyword.match}`}
                keyword={keyword}
                error={keywordFault(keyword) ?? errorOf(index)}
                onMatch={(match) => onChange(keywords.map((one, place) => (place === index ? { ...one, match } : one)))}
                onRemove={() => onChange(keywords.filter((_, place) => place !== index))}
              />
            ))}
          </Stack>
        )}
        {shown.length < keywords.length && (
          <Group>
            <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
              Show all {keywords.length}
            </Button>
          </Group>
        )}
        <NewKeywords label={label} keywords={keywords} onAdd={(added) => onChange([...keywords, ...added])} />
      </Stack>
    </Input.Wrapper>
  );
}

function KeywordRow({
  keyword: { text, match },
  error,
  onMatch,
  onRemove,
}: {
  readonly keyword: Keyword;
  readonly error: string | undefined;
  readonly onMatch: (match: KeywordMatch) => void;
  readonly onRemove: () => void;
}) {
  return (
    <li>
      <Group gap="xs" wrap="nowrap">
        <Text fz="sm" style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        <NativeSelect
          size="xs"
          aria-label={`Match of ${text}`}
          data={matchOptions}
          value={match}
          error={error !== undefined}
          onChange={(event) => onMatch(event.currentTarget.value as KeywordMatch)}
          w={110}
        />
        <ActionIcon color="gray" aria-label={`Remove ${text}`} onClick={onRemove}>
          <Icon name="remove" />
        </ActionIcon>
      </Group>
      {error !== undefined && (
        <Text fz="xs" c="var(--mantine-color-error)">
          {text} {error}
        </Text>
      )}
    </li>
  );
}

/** Lines that are to be keywords; those that cannot be stay, with the reason. */
function NewKeywords({
  label,
  keywords,
  onAdd,
}: {
  readonly label: string;
  readonly keywords: readonly Keyword[];
  readonly onAdd: (keywords: readonly Keyword[]) => void;
}) {
  const [lines, setLines] = useState('');
  const [match, setMatch] = useState<KeywordMatch>('phrase');
  const [refused, setRefused] = useState<readonly InvalidLine[]>([]);
  const add = () => {
    const read = keywordsOfLines(lines, match, keywords);
    setRefused(read.refused);
    setLines(read.refused.map(({ line }) => line).join('\n'));
    if (read.added.length > 0) onAdd(read.added);
  };
  const count = lines.split('\n').filter((line) => line.trim() !== '').length;
  return (
    <>
      <Group gap="xs" align="flex-start">
        <Textarea
          aria-label={`New ${label.toLowerCase()}`}
          placeholder={'One on a line; "a phrase", [exact]'}
          autosize
          minRows={1}
          maxRows={8}
          style={{ flex: '1 1 14rem' }}
          value={lines}
          onChange={(event) => {
            setRefused([]);
            setLines(event.currentTarget.value);
          }}
          error={refused.length > 0}
        />
        <NativeSelect
          aria-label={`Match of new ${label.toLowerCase()}`}
          data={matchOptions}
          value={match}
          onChange={(event) => setMatch(event.currentTarget.value as KeywordMatch)}
          w={120}
        />
        <Button variant="default" disabled={count === 0} onClick={add}>
          {count > 1 ? `Add ${countWithNoun(count, 'line')}` : 'Add'}
        </Button>
      </Group>
      {refused.length > 0 && (
        <List fz="xs" c="var(--mantine-color-error)" listStyleType="none" role="alert">
          {refused.map(({ line, why }, place) => (
            // Two lines may be the same.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <List.Item key={place} style={{ overflowWrap: 'anywhere' }}>
              {line} {why}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
