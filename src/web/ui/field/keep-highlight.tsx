import { useComboboxContext } from '@mantine/core';
import { useEffect, useRef } from 'react';

/**
 * Keeps the highlight of a searchable select on its option when the list changes. Mantine stores the index of the
 * highlighted option, so that Enter would select another option or none. Render it in the `inputContainer`.
 * @param list identifies the options and their order
 * @param takesFirst whether the first option is highlighted if none is, because the list matches the search text
 */
export function KeepHighlight({ list, takesFirst }: { readonly list: string; readonly takesFirst: boolean }) {
  const { store } = useComboboxContext();
  const current = useRef(store);
  current.current = store;
  const previous = useRef(list);
  const isOpen = store.dropdownOpened;
  useEffect(() => {
    if (previous.current === list && !(takesFirst && isOpen)) return undefined;
    previous.current = list;
    current.current.updateSelectedOptionIndex('selected');
    let frame = 0;
    // The call above takes effect in a timeout of Mantine, and the list appears some frames after the first key.
    const highlightFirst = () => {
      const { dropdownOpened, getSelectedOptionIndex, selectFirstOption } = current.current;
      if (!(takesFirst && dropdownOpened) || getSelectedOptionIndex() !== -1) return;
      if (selectFirstOption() === null) frame = requestAnimationFrame(highlightFirst);
    };
    const timer = setTimeout(highlightFirst);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [list, takesFirst, isOpen]);
  return null;
}
