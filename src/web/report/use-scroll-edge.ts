import { useCallback, useEffect, useRef, useState } from 'react';

/** Whether an element can scroll further to the end of its lines. */
export function useScrollEdge<Scrolled extends HTMLElement>() {
  const ref = useRef<Scrolled>(null);
  const [hasMore, setHasMore] = useState(false);
  const measure = useCallback(() => {
    const element = ref.current;
    if (element === null) return;
    // From right to left the position is negative.
    setHasMore(element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft) > 1);
  }, []);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [measure]);
  return { ref, hasMore, onScroll: measure };
}
