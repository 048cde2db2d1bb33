import { ActionIcon, Button, Group, Input, List, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Keyword, type KeywordMatch, keywordFaultCode } from '../../../core/vocabulary/keyword.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { keywordFaultText, matchOptions } from '../model/keyword-labels.ts';
import { type InvalidLine, keywordsOfLines } from '../model/keyword-lines.ts';

/** Keywords that are shown before "Show all". */
const firstShown = 50;

type KeywordFieldsProps = {
  readonly isNegative: boolean;
  readonly description: string;
  readonly keywords: readonly Keyword[];
  readonly onChange: (keywords: readonly Keyword[]) => void;
  /** Error of the server about the list, and about one keyword. */
  readonly error: string | undefined;
  readonly errorOf: (index: number) => string | undefined;
};

/** Keywords with their match types. New keywords are typed or pasted, one per line. */
export function KeywordFields({ isNegative, description, keywords, onChange, error, errorOf }: KeywordFieldsProps) {
  const label = t(isNegative ? 'booking.label.negativeKeywords' : 'booking.label.keywords');
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
                error={faultTextOf(keyword) ?? errorOf(index)}
                onMatch={(match) => onChange(keywords.with(index, { ...keyword, match }))}
                onRemove={() => onChange(keywords.filter((_, position) => position !== index))}
              />
            ))}
          </Stack>
        )}
        {shown.length < keywords.length && (
          <Group>
            <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
              {t('booking.action.showAllKeywords', { count: keywords.length })}
            </Button>
          </Group>
        )}
        <NewKeywords isNegative={isNegative} keywords={keywords} onAdd={(added) => onChange([...keywords, ...added])} />
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
          aria-label={t('booking.label.matchOf', { keyword: text })}
          data={matchOptions()}
          value={match}
          error={error !== undefined}
          onChange={(event) => onMatch(event.currentTarget.value as KeywordMatch)}
          w={110}
        />
        <ActionIcon color="gray" aria-label={t('booking.action.removeItem', { name: text })} onClick={onRemove}>
          <Icon name="remove" />
        </ActionIcon>
      </Group>
      {error !== undefined && (
        <Text fz="xs" c="var(--mantine-color-error)">
          {t('booking.error.keyword', { keyword: text, fault: error })}
        </Text>
      )}
    </li>
  );
}

function faultTextOf(keyword: Keyword): string | undefined {
  const fault = keywordFaultCode(keyword);
  return fault === null ? undefined : keywordFaultText(fault);
}

/** Input of new keywords, one per line. Invalid lines stay, with their errors. */
function NewKeywords({
  isNegative,
  keywords,
  onAdd,
}: {
  readonly isNegative: boolean;
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
          aria-label={t(isNegative ? 'booking.label.newNegativeKeywords' : 'booking.label.newKeywords')}
          placeholder={t('booking.placeholder.newKeywords')}
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
          aria-label={t(isNegative ? 'booking.label.newNegativeMatch' : 'booking.label.newMatch')}
          data={matchOptions()}
          value={match}
          onChange={(event) => setMatch(event.currentTarget.value as KeywordMatch)}
          w={120}
        />
        <Button variant="default" disabled={count === 0} onClick={add}>
          {t('booking.action.addKeywords', { count })}
        </Button>
      </Group>
      {refused.length > 0 && (
        <List fz="xs" c="var(--mantine-color-error)" listStyleType="none" role="alert">
          {refused.map(({ line, fault }, index) => (
            // Two lines can be equal.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <List.Item key={index} style={{ overflowWrap: 'anywhere' }}>
              {t('booking.error.keyword', { keyword: line, fault: keywordFaultText(fault) })}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
