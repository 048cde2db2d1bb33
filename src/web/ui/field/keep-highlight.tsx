import { useComboboxContext } from '@mantine/core';
import { useEffect, useRef } from 'react';

/**
 * Keeps the highlight of a searchable select on its option when a response replaces the list. Mantine stores the index
 * of the highlighted option, so that Enter would select another option or none. Render it in the `inputContainer`.
 * @param list identifies the options and their order
 * @param takesFirst whether the first option is highlighted if none is, because the list matches the search text
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
    // The call above takes effect in a timeout of Mantine.
    const timer = setTimeout(() => {
      const { dropdownOpened, getSelectedOptionIndex, selectFirstOption } = current.current;
      if (takesFirst && dropdownOpened && getSelectedOptionIndex() === -1) selectFirstOption();
    });
    return () => clearTimeout(timer);
  }, [list, takesFirst]);
  return null;
}
