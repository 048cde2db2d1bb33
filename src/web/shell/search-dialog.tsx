import { Kbd, Loader, Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { search } from '../../client/generated/sdk.gen.ts';
import { resourceTypeOf } from '../../contract/resource-types/all-resource-types.ts';
import type { PageAddress } from '../../contract/resource-types/resource-type.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { Icon } from '../ui/display/icon.tsx';
import { commandsOf } from './commands.ts';
import { navigationOf } from './navigation.ts';
import classes from './search-dialog.module.css';

const delayMs = 140;

/** Searches objects by name or ID, and pages and actions by name. */
export function SearchDialog({ close }: { readonly close: () => void }) {
  useFocusBack();
  const me = useMe();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), delayMs);
  const [active, setActive] = useState(0);
  const { data, isFetching } = useQuery({
    queryKey: ['search', query],
    queryFn: () => searchEverything(query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const isMatch = ({ name }: SearchHit) => name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase());
  const pages = navigationOf(me)
    .map(({ to, name }) => ({ to, name: t(`shell.page.${name}`), kind: t('shell.label.page'), detail: '' }))
    .filter(isMatch);
  const commands = commandsOf(me)
    .map((command) => ({ ...command, kind: t('shell.label.command'), detail: '' }))
    .filter(isMatch);
  const hits: readonly SearchHit[] = [...pages, ...(query === '' ? [] : (data ?? [])), ...commands];
  const go = (hit: SearchHit | undefined) => {
    if (hit === undefined) return;
    close();
    void navigate({ to: hit.to });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, hits.length));
    else if (event.key === 'ArrowUp') setActive((active - 1 + hits.length) % Math.max(1, hits.length));
    else if (event.key === 'Enter') go(hits[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      size="lg"
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': t('shell.label.searchEverything') } }}
      padding="sm"
    >
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={t('shell.label.searchEverything')}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={hits[active] === undefined ? undefined : `${listId}-${active}`}
        placeholder={t('shell.hint.search')}
        leftSection={<Icon name="search" />}
        rightSection={isFetching ? <Loader size={14} /> : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={listId} aria-label={t('shell.label.searchResults')} className={classes.list}>
        {hits.map((hit, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys, as in every combobox
          <div
            key={`${hit.kind} ${hit.to}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            onMouseEnter={() => setActive(index)}
            onClick={() => go(hit)}
          >
            <span>
              {hit.name}{' '}
              <Text component="span" fz="xs" c="dimmed">
                {hit.detail}
              </Text>
            </span>
            <Text component="span" fz="xs" c="dimmed">
              {hit.kind}
            </Text>
          </div>
        ))}
      </div>
      {hits.length === 0 && !isFetching && (
        <Text fz="sm" c="dimmed" p="sm" role="status">
          {t('common.text.noResults')}
        </Text>
      )}
      <Text fz="xs" c="dimmed" mt="xs">
        <RichText id="shell.text.searchKeys" elements={{ key: <Kbd size="xs" /> }} />
      </Text>
    </Modal>
  );
}

/** One search result and the address of its page. */
type SearchHit = { readonly kind: string; readonly name: string; readonly detail: string; readonly to: string };

/** The first results of each type that the user can see. */
async function searchEverything(text: string): Promise<readonly SearchHit[]> {
  const found = await dataOf(search({ client, query: { q: text } }));
  return found.kinds.flatMap(({ kind, hits }) =>
    hits.map(({ id, name, detail }) => ({
      kind: t(`labels.resourceType.${kind}`),
      name,
      detail: detail ?? '',
      to: addressText(resourceTypeOf(kind).page(id)),
    })),
  );
}

function addressText({ to, search }: PageAddress): string {
  return search === undefined ? to : `${to}?${new URLSearchParams(search)}`;
}
