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
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { Icon } from '../ui/display/icon.tsx';
import { navigationOf } from './navigation.ts';
import classes from './search-dialog.module.css';

const waitMs = 140;

/** Finds campaigns, bookings, creatives, places and companies by their names, and pages by theirs. */
export function SearchDialog({ close }: { readonly close: () => void }) {
  useFocusBack();
  const me = useMe();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), waitMs);
  const [active, setActive] = useState(0);
  const { data, isFetching } = useQuery({
    queryKey: ['search', asked],
    queryFn: () => searchEverything(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const pages = navigationOf(me).filter(({ text: name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const found: readonly SearchHit[] = [
    ...pages.map(({ to, text: name }) => ({ to, name, kind: 'Page', detail: '' })),
    ...(asked === '' ? [] : (data ?? [])),
  ];
  const go = (one: SearchHit | undefined) => {
    if (one === undefined) return;
    close();
    void navigate({ to: one.to });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setActive((active - 1 + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') go(found[active]);
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
      aria-label="Search everything"
      padding="sm"
    >
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Search everything"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found[active] === undefined ? undefined : `${listId}-${active}`}
        placeholder="Name of a campaign, booking, creative, place or company"
        leftSection={<Icon name="search" />}
        rightSection={isFetching ? <Loader size={14} /> : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={listId} aria-label="Found" className={classes.list}>
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, as in every combobox
          <div
            key={`${one.kind} ${one.to}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            onMouseEnter={() => setActive(index)}
            onClick={() => go(one)}
          >
            <span>
              {one.name}{' '}
              <Text component="span" fz="xs" c="dimmed">
                {one.detail}
              </Text>
            </span>
            <Text component="span" fz="xs" c="dimmed">
              {one.kind}
            </Text>
          </div>
        ))}
      </div>
      {found.length === 0 && !isFetching && (
        <Text fz="sm" c="dimmed" p="sm" role="status">
          Nothing is named like this.
        </Text>
      )}
      <Text fz="xs" c="dimmed" mt="xs">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> choose, <Kbd size="xs">Enter</Kbd> open, <Kbd size="xs">Esc</Kbd>{' '}
        close
      </Text>
    </Modal>
  );
}

/** One thing that was found, and its page. */
type SearchHit = { readonly kind: string; readonly name: string; readonly detail: string; readonly to: string };

/** The first of each kind by name or id, among what somebody may see. */
async function searchEverything(text: string): Promise<readonly SearchHit[]> {
  const found = await dataOf(search({ client, query: { q: text } }));
  return found.kinds.flatMap(({ kind, hits }) =>
    hits.map(({ id, name, detail }) => ({
      kind: resourceTypeOf(kind).label,
      name,
      detail: detail ?? '',
      to: addressText(resourceTypeOf(kind).page(id)),
    })),
  );
}

function addressText({ to, search }: PageAddress): string {
  return search === undefined ? to : `${to}?${new URLSearchParams(search)}`;
}
