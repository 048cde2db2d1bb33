import { useEffect, useState } from 'react';

/** For what lies over a page: when it goes, whoever works by keyboard is where they opened it, or at the page's content. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => void setTimeout(() => focusAgain(opener)), [opener]);
}

/** Leaves the focus where something else has taken it since. */
function focusAgain(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  const back = opener?.isConnected === true && opener !== document.body ? opener : document.getElementById('content');
  if (back instanceof HTMLElement) back.focus({ preventScroll: true });
}
