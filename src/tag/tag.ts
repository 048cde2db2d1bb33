/*
 * The tag `placard.js`: shows ads in the marked elements of a page.
 *
 * - `tag.ts`: finds slots and starts. `slot.ts`: the life of one slot. `settings.ts`: settings of the page and of slots.
 * - `request-ads.ts`, `consent.ts`: ad requests. `show-ad.ts`: an ad in its slot. `visibility.ts`: viewability.
 *
 * `conversion.ts` is another script, `conversion.js`, for pages of advertisers.
 *
 * It has no dependencies, and all pages load it: test/e2e/placard-tag.test.ts limits its size. See
 * docs/guide/integrate/clients/placard-tag.md.
 */

import { createRequester } from './request-ads.ts';
import { type PageSettings, pageSettings } from './settings.ts';
import { createSlot, type Slot } from './slot.ts';

/** Interface of a page to the tag. */
type Placard = {
  /** Runs a function when the tag has loaded. Before that, `placard` is an array with these functions. */
  push(run: (placard: Placard) => void): void;
  /** Changes settings for later ad requests. */
  configure(settings: Partial<PageSettings>): void;
  /** Shows new ads in these elements. Default: in all slots. */
  refresh(elements?: Iterable<Element>): void;
};

const selector = '[data-placard]';
const script = document.currentScript as HTMLScriptElement | null;
const settings: PageSettings = { ...pageSettings, host: new URL(script?.src ?? location.href).origin };
const slots = new Map<Element, Slot>();
const requestAd = createRequester(settings);

function add(element: HTMLElement): void {
  const name = element.dataset['placard'];
  const known = slots.get(element);
  if (known?.name === name) return;
  known?.remove();
  slots.delete(element);
  if (name) slots.set(element, createSlot(element, name, { settings, requestAd }));
}

function addAllIn(node: Node): void {
  if (!(node instanceof HTMLElement)) return;
  if (node.matches(selector)) add(node);
  for (const element of node.querySelectorAll<HTMLElement>(selector)) add(element);
}

/** Elements may be moved, so only those that are no longer in the page are removed. */
function removeDetached(): void {
  for (const [element, slot] of slots) {
    if (element.isConnected) continue;
    slot.remove();
    slots.delete(element);
  }
}

function follow(): void {
  addAllIn(document.documentElement);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') add(target as HTMLElement);
      else for (const node of addedNodes) addAllIn(node);
    }
    removeDetached();
  }).observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ['data-placard'] });
}

/** Attributes of the element `placard-ad` by the attribute of other elements. */
const elementAttributes = {
  'slot-name': 'data-placard',
  size: 'data-size',
  parameters: 'data-parameters',
  lazy: 'data-lazy',
  refresh: 'data-refresh',
  'max-refreshes': 'data-max-refreshes',
  collapse: 'data-collapse',
  render: 'data-render',
} as const;

/** Element with an ad, for components: it also works in a shadow tree, which the page cannot search. */
class PlacardAd extends HTMLElement {
  static observedAttributes = Object.keys(elementAttributes);
  /** A new element receives its attributes one by one before it starts. */
  #isStarted = false;

  attributeChangedCallback(name: keyof typeof elementAttributes, _before: string | null, value: string | null): void {
    if (value === null) this.removeAttribute(elementAttributes[name]);
    else this.setAttribute(elementAttributes[name], value);
    if (this.#isStarted && name === 'slot-name') add(this);
  }

  connectedCallback(): void {
    this.#isStarted = true;
    this.style.display ||= 'block';
    add(this);
  }

  disconnectedCallback(): void {
    this.#isStarted = false;
    removeDetached();
  }
}

const placard: Placard = {
  push: (run) => run(placard),
  configure: (given) => void Object.assign(settings, given),
  refresh(elements) {
    for (const element of elements ?? slots.keys()) slots.get(element)?.refresh();
  },
};

const page = window as unknown as { placard?: Placard | ((placard: Placard) => void)[] };
const waiting = page.placard;
// A page that contains the script twice keeps the first one.
if (waiting === undefined || Array.isArray(waiting)) {
  page.placard = placard;
  for (const run of waiting ?? []) placard.push(run);
  customElements.define('placard-ad', PlacardAd);
  follow();
}
