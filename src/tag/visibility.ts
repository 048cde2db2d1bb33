/** Area in square pixels from which an ad is large. Source: MRC Viewable Ad Impression Measurement Guidelines. */
const largeArea = 242_500;
const [share, largeShare] = [0.5, 0.3];
const viewableMs = { display: 1_000, video: 2_000 } as const;

export type Watched = {
  /** Whether the ad is a video. */
  readonly isVideo: boolean;
  /** Called once, when the ad is viewable: the required share was visible for the required time without interruption. */
  readonly viewable: () => void;
  /** Milliseconds of visible time in total after which `seen` is called. 0: never. */
  readonly seenMs: number;
  readonly seen: () => void;
};

/** Measures the visibility of an element. Returns a function that ends it. */
export function watchVisibility(element: Element, { isVideo, viewable, seenMs, seen }: Watched): () => void {
  const requiredMs = viewableMs[isVideo ? 'video' : 'display'];
  let isViewable = false;
  let isInside = false;
  let shownAtMs: number | null = null;
  let seenSoFarMs = 0;
  let timers: ReturnType<typeof setTimeout>[] = [];

  function update(): void {
    const isVisible = isInside && document.visibilityState === 'visible';
    if (isVisible === (shownAtMs !== null)) return;
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    if (shownAtMs !== null) {
      seenSoFarMs += performance.now() - shownAtMs;
      shownAtMs = null;
      return;
    }
    shownAtMs = performance.now();
    if (!isViewable) {
      timers.push(
        setTimeout(() => {
          isViewable = true;
          viewable();
        }, requiredMs),
      );
    }
    if (seenMs > 0) timers.push(setTimeout(seen, Math.max(0, seenMs - seenSoFarMs)));
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { intersectionRatio, boundingClientRect } of entries) {
        const isLarge = boundingClientRect.width * boundingClientRect.height >= largeArea;
        isInside = intersectionRatio > 0 && intersectionRatio >= (isLarge ? largeShare : share);
      }
      update();
    },
    { threshold: [0, largeShare, share, 1] },
  );
  observer.observe(element);
  document.addEventListener('visibilitychange', update);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
    for (const timer of timers) clearTimeout(timer);
  };
}

/** Calls back once when an element is at most this number of pixels away from the visible area. Returns a function that ends it. */
export function whenNear(element: Element, pixels: number, near: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      near();
    },
    { rootMargin: `${pixels}px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
