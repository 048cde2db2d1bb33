import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { t } from '../i18n/t.ts';
import { KeepHighlight } from '../ui/field/keep-highlight.tsx';
import { MultiSelect } from '../ui/field/selects.tsx';
import { acceptsOwn, type CodedFact, canonicalValue, codeOptions, ownOption } from './code-options.ts';
import type { ValueTagsProps } from './value-tags.tsx';

/** Longer lists are searched. */
const shown = 60;
const noSubdivisions: readonly never[] = [];

/** Values of a fact, selected by name. A value that the list does not have can be typed if the list is not complete. */
export function CodeValues({ fact, name, example, values, onChange }: ValueTagsProps & { readonly fact: CodedFact }) {
  const [search, setSearch] = useState('');
  const { data: subdivisions = noSubdivisions } = useQuery({
    queryKey: ['subdivisions'],
    queryFn: async () => (await import('iso-3166/2.js')).iso31662,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: fact === 'region',
  });
  const options = useMemo(() => codeOptions(fact, subdivisions), [fact, subdivisions]);
  const selected = [...new Set(values.map((value) => canonicalValue(value, options)))];
  const known = new Set(options.map(({ value }) => value));
  const typed = search.trim();
  const isOwn =
    typed !== '' && acceptsOwn(fact, typed) && canonicalValue(typed, options) === typed && !known.has(typed);
  const own = [...new Set([...selected.filter((value) => !known.has(value)), ...(isOwn ? [typed] : [])])];
  return (
    <>
      <Text fz="sm" w={{ base: '100%', sm: 150 }}>
        {name}
      </Text>
      <MultiSelect
        aria-label={name}
        placeholder={selected.length === 0 ? t('targeting.hint.search', { example }) : undefined}
        data={[...options, ...own.map((value) => ownOption(fact, value))]}
        value={selected}
        onChange={(next) => {
          onChange(next);
          setSearch('');
        }}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        inputContainer={(input) => (
          <>
            {input}
            <KeepHighlight list={`${typed} ${options.length}`} takesFirst={typed !== ''} />
          </>
        )}
        limit={shown}
        hidePickedOptions
        nothingFoundMessage={t('targeting.label.noMatch')}
        renderOption={({ option }) =>
          isOwn && option.value === typed ? t('targeting.format.otherValue', { value: typed }) : option.label
        }
        style={{ flex: 1, minWidth: 160 }}
        size="xs"
      />
    </>
  );
}
