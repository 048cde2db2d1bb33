import { useComboboxContext } from '@mantine/core';
import { useEffect, useRef } from 'react';

/**
 * Keeps the highlight of a searchable select on its option when an answer replaces the list: Mantine remembers the
 * number of the highlighted option, so that Enter would take another one or none. Goes inside the select, by its
 * `inputContainer`.
 * @param list names the options and their order
 * @param takesFirst whether the first option is highlighted when none is: the list answers what was typed
 */
export function KeepHighlight({ list, takesFirst }: { readonly list: string; readonly takesFirst: boolean }) {
  const { store } = useComboboxContext();
  const current = useRef(store);
  current.current = store;
  const previous = useRef(list);
  useEffect(() => {
    if (previous.current === list && !takesFirst) return undefined;
    previous.current = list;
    current.current.updateSelectedOptionIndex('selected');
    // The line above takes effect in a timeout of its own.
    const timer = setTimeout(() => {
      const { dropdownOpened, getSelectedOptionIndex, selectFirstOption } = current.current;
      if (takesFirst && dropdownOpened && getSelectedOptionIndex() === -1) selectFirstOption();
    });
    return () => clearTimeout(timer);
  }, [list, takesFirst]);
  return null;
}
