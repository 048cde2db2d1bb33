import { useEffect, useState } from 'react';

/** The element that received the focus last. The document has no focused element after that element is removed. */
let lastFocused: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastFocused = target;
});

/** Returns the focus to the element that opened a dialog or drawer when it closes, or to the content of the page. */
export function useFocusBack(): void {
  const [opener] = useState(findOpener);
  useEffect(() => () => void setTimeout(() => restoreFocus(opener)), [opener]);
}

/** Returns the button of a menu for an item of it, because the menu closes before or after the dialog opens. */
function findOpener(): Element | null {
  const { activeElement, body } = document;
  const active = activeElement === null || activeElement === body ? lastFocused : activeElement;
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button === null || button === undefined ? active : document.getElementById(button);
}

/** Does nothing if another element has received the focus in the meantime. */
function restoreFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  const target = opener?.isConnected === true && opener !== document.body ? opener : document.getElementById('content');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
