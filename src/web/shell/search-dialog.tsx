import { Kbd, Loader, Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { Icon } from '../ui/display/icon.tsx';
import classes from './search-dialog.module.css';
import { type HitSection, type SearchHit, useSearchHits } from './search-hits.ts';

const delayMs = 140;

/** Searches objects by name or ID, and pages and actions by name. */
export function SearchDialog({ close }: { readonly close: () => void }) {
  useFocusBack();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), delayMs);
  const [active, setActive] = useState(0);
  const { sections, isFetching } = useSearchHits(text, query);
  const hits = sections.flatMap((section) => section.hits);
  const go = (hit: SearchHit | undefined) => {
    if (hit === undefined) return;
    close();
    void navigate({ to: hit.to });
  };
  const move = (to: number) => {
    setActive(to);
    document.getElementById(`${listId}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move((active + 1) % Math.max(1, hits.length));
    else if (event.key === 'ArrowUp') move((active - 1 + hits.length) % Math.max(1, hits.length));
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
        {sections.map((section, index) => (
          <Hits
            key={section.title}
            section={section}
            listId={listId}
            active={active}
            first={sections.slice(0, index).reduce((count, { hits: before }) => count + before.length, 0)}
            activate={setActive}
            open={go}
          />
        ))}
      </div>
      {hits.length === 0 && !isFetching && (
        <Text fz="sm" c="dimmed" p="sm" role="status">
          {t('common.text.noResults')}
        </Text>
      )}
      <Text fz="xs" c="dimmed" mt="xs" visibleFrom="sm">
        <RichText id="shell.text.searchKeys" elements={{ key: <Kbd size="xs" /> }} />
      </Text>
    </Modal>
  );
}

/** The results of one section. The text field handles the keys, as in every combobox. */
function Hits({
  section: { title, hits },
  listId,
  active,
  first,
  activate,
  open,
}: {
  readonly section: HitSection;
  readonly listId: string;
  readonly active: number;
  /** Number of results in earlier sections. */
  readonly first: number;
  readonly activate: (index: number) => void;
  readonly open: (hit: SearchHit) => void;
}) {
  const options = hits.map((hit, offset) => {
    const index = first + offset;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys, as in every combobox
      <div
        key={`${hit.kind} ${hit.to}`}
        id={`${listId}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        className={classes.option}
        // Results that scroll below a resting pointer stay inactive.
        onMouseMove={() => activate(index)}
        onClick={() => open(hit)}
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
    );
  });
  if (title === null) return options;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options, and no fieldsets
    <div role="group" aria-label={title}>
      <Text fz="xs" fw={600} c="dimmed" px={10} pt={6} aria-hidden>
        {title}
      </Text>
      {options}
    </div>
  );
}
