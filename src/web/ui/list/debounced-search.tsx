import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { Icon } from '../display/icon.tsx';

const delayMs = 180;

/** A search field that reports its text shortly after the last key. */
export function DebouncedSearch(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether a dialog focuses the field when it opens. */
  readonly autoFocus?: boolean;
}) {
  const [text, setText] = useState(props.value);
  const report = useDebouncedCallback(props.onChange, delayMs);
  // The back button of the browser restores the search text.
  useEffect(() => setText(props.value), [props.value]);
  const change = (value: string) => {
    setText(value);
    report(value);
  };
  return (
    <TextInput
      type="search"
      data-autofocus={props.autoFocus === true || undefined}
      aria-label={props.label}
      placeholder={props.label}
      leftSection={<Icon name="search" />}
      rightSection={
        text === '' ? undefined : (
          <CloseButton size="sm" aria-label={t('common.action.clear')} onClick={() => change('')} />
        )
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      w={{ base: '100%', xs: 230 }}
    />
  );
}
