import { lazy, Suspense, useEffect, useState } from 'react';

const HintBubble = lazy(async () => ({ default: (await import('./hint-bubble.tsx')).HintBubble }));

const delayMs = 300;

/** Attributes of an element with a tooltip. `Hints` shows it while the pointer is over the element. */
export function hintAttributes(text: string | undefined) {
  return { 'data-hint': text };
}

/** Shows the tooltip of the element under the pointer. One listener serves all elements: a list can have a hundred tooltips. */
export function Hints() {
  const target = useHoveredTarget();
  if (target === null) return null;
  return (
    <Suspense>
      <HintBubble target={target} text={target.dataset['hint']} />
    </Suspense>
  );
}

/** The element with a tooltip that the pointer has been over for `delayMs`. */
function useHoveredTarget(): HTMLElement | null {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer: number | undefined;
    const update = ({ target: under }: PointerEvent) => {
      const hovered = under instanceof Element ? under.closest<HTMLElement>('[data-hint]') : null;
      window.clearTimeout(timer);
      setTarget((shown) => (shown === hovered ? shown : null));
      if (hovered !== null) timer = window.setTimeout(() => setTarget(hovered), delayMs);
    };
    document.addEventListener('pointerover', update);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('pointerover', update);
    };
  }, []);
  return target;
}
