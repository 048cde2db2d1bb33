import type { Page } from 'playwright-core';

/** Returns clipped labels, overlapping controls, code from right to left, and horizontal scrolling of the open page. */
export function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const textOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 60)}"`;

    /** Returns the part of an element that its scrolling ancestors show, or null if none is visible. */
    function shownBox(element: Element) {
      const own = element.getBoundingClientRect();
      let box = { left: own.left, right: own.right, top: own.top, bottom: own.bottom };
      for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowX === 'visible') continue;
        const outer = parent.getBoundingClientRect();
        box = {
          left: Math.max(box.left, outer.left),
          right: Math.min(box.right, outer.right),
          top: Math.max(box.top, outer.top),
          bottom: Math.min(box.bottom, outer.bottom),
        };
      }
      return box.right - box.left > 1 && box.bottom - box.top > 1 ? box : null;
    }

    function isVisible(element: Element): boolean {
      const { visibility, opacity, position, clipPath } = getComputedStyle(element);
      const isForReaders =
        position === 'absolute' && (clipPath !== 'none' || element.getBoundingClientRect().width <= 1);
      return visibility !== 'hidden' && opacity !== '0' && !isForReaders && shownBox(element) !== null;
    }

    if (document.documentElement.scrollWidth > window.innerWidth + 1) {
      const widest = [...document.querySelectorAll('main *')]
        .filter((element) => isVisible(element))
        .map((element) => ({ element, width: element.getBoundingClientRect().width }))
        .filter(({ element }) => {
          const { left, right } = element.getBoundingClientRect();
          return right > window.innerWidth + 1 || left < -1;
        })
        .sort((one, other) => one.width - other.width)[0];
      const culprit = widest === undefined ? '' : `, because of ${textOf(widest.element)}`;
      faults.push(`the page is ${document.documentElement.scrollWidth} px wide${culprit}`);
    }

    const texts =
      'button, a, label, h1, h2, h3, th, legend, [role=tab], .mantine-Badge-label, [data-tone], .mantine-Button-label, .mantine-NavLink-body';
    for (const element of document.querySelectorAll(texts)) {
      if (!isVisible(element) || element.hasAttribute('title')) continue;
      const { overflowX } = getComputedStyle(element);
      const isClipped = overflowX === 'hidden' || overflowX === 'clip';
      if (isClipped && element.scrollWidth > element.clientWidth + 1) faults.push(`clipped: ${textOf(element)}`);
    }

    for (const code of document.querySelectorAll('code, pre')) {
      if (isVisible(code) && getComputedStyle(code).direction !== 'ltr')
        faults.push(`code from right to left: ${textOf(code)}`);
    }

    const controls = [...document.querySelectorAll('button, a[href], input, textarea, [role=tab]')].filter(
      (element) => isVisible(element) && element.closest('[aria-hidden=true], [inert]') === null,
    );
    /** Returns the part of the page that stays in place while the rest scrolls behind it. null: the element scrolls. */
    function layerOf(element: Element): Element | null {
      const layer = element.closest('[role=dialog], header, nav, .mantine-Notifications-root');
      if (layer !== null) return layer;
      for (let one: Element | null = element; one !== null; one = one.parentElement) {
        const { position } = getComputedStyle(one);
        if (position === 'sticky' || position === 'fixed') return one;
      }
      return null;
    }

    for (const [index, one] of controls.entries()) {
      for (const other of controls.slice(index + 1)) {
        if (one.contains(other) || other.contains(one) || layerOf(one) !== layerOf(other)) continue;
        const field = one.closest('.mantine-Input-wrapper');
        if (field !== null && field === other.closest('.mantine-Input-wrapper')) continue;
        const [a, b] = [shownBox(one), shownBox(other)];
        if (a === null || b === null) continue;
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 3 && height > 3) faults.push(`overlap: ${textOf(one)} and ${textOf(other)}`);
      }
    }
    return [...new Set(faults)].slice(0, 20);
  });
}
