import { lazy, Suspense, useEffect, useState } from 'react';

const HintBubble = lazy(async () => ({ default: (await import('./hint-bubble.tsx')).HintBubble }));

const waitMs = 300;

/** What a word means: shown while the pointer is on it, by the one `Hints` of the page. */
export function hint(means: string | undefined) {
  return { 'data-hint': means };
}

/** Shows what has a `hint`. A list has a hundred of them: one that looks where the pointer is costs nothing for each. */
export function Hints() {
  const target = useHinted();
  if (target === null) return null;
  return (
    <Suspense>
      <HintBubble target={target} means={target.dataset['hint']} />
    </Suspense>
  );
}

/** What the pointer has been on for a moment. */
function useHinted(): HTMLElement | null {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer: number | undefined;
    const look = ({ target: under }: PointerEvent) => {
      const hinted = under instanceof Element ? under.closest<HTMLElement>('[data-hint]') : null;
      window.clearTimeout(timer);
      setTarget((shown) => (shown === hinted ? shown : null));
      if (hinted !== null) timer = window.setTimeout(() => setTarget(hinted), waitMs);
    };
    document.addEventListener('pointerover', look);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('pointerover', look);
    };
  }, []);
  return target;
}
