import { type ReactNode, useEffect, useRef } from 'react';
import { useAddress } from '../../ui/page/use-address.ts';
import type { MissingField } from '../model/booking-values.ts';

/** Parts of the page that load later move the field. It stays in view for this time in milliseconds. */
const settleMs = 3_000;
const inputs = 'input:not([type=hidden]):not(:disabled),textarea,select';
const otherControls = '[role=slider],button:not(:disabled)';
/** The user has moved on. */
const userEvents = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/** Marks the controls of a field for the address parameter `field`, such as `priority` or `delivery.goal`. */
export function EditorField({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return <div data-field={name}>{children}</div>;
}

/** Names of the marked fields for missing values. */
export const missingFieldName: Readonly<Record<MissingField, string>> = {
  campaign: 'campaignId',
  name: 'name',
  inventory: 'positionIds',
  goal: 'delivery.goal',
  targeting: 'targeting',
  creative: 'creatives',
  products: 'sponsored.products',
};

/** Scrolls to a marked field of the open editor and focuses its first control. */
export function focusField(name: string): void {
  const marked = document.querySelector(`[data-field="${CSS.escape(name)}"]`);
  marked?.scrollIntoView({ block: 'center' });
  if (marked !== null) firstControl(marked)?.focus({ preventScroll: true });
}

/**
 * Scrolls to the field that the address parameter `field` names, and focuses its first control. Without a marked field it
 * is the first control of the section.
 * @param fields fields of the section
 */
export function useRequestedField(fields: readonly string[]) {
  const [{ field = '' }] = useAddress();
  const section = useRef<HTMLDivElement>(null);
  const isRequested = fields.includes(field.split('.')[0] ?? '');
  useEffect(() => {
    const frame = section.current;
    if (!isRequested || frame === null) return;
    const marked =
      frame.querySelector(`[data-field="${CSS.escape(field)}"]`) ??
      frame.querySelector(`[data-field^="${CSS.escape(field.split('.')[0] ?? '')}"]`);
    const target = firstControl(marked ?? frame) ?? frame;
    const show = () => (marked ?? frame).scrollIntoView({ block: marked === null ? 'start' : 'center' });
    target.focus({ preventScroll: true });
    // The name of a copy is replaced.
    if (field === 'name' && target instanceof HTMLInputElement) target.select();
    const observer = new ResizeObserver(show);
    observer.observe(document.body);
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const name of userEvents) window.removeEventListener(name, stop);
    };
    const timer = setTimeout(stop, settleMs);
    for (const name of userEvents) window.addEventListener(name, stop, { passive: true });
    return stop;
  }, [isRequested, field]);
  return { section, isRequested };
}

/** The first input, also after the buttons that remove its values. Without an input: the first other control. */
function firstControl(frame: Element): HTMLElement | null {
  const input = frame.querySelector<HTMLElement>(inputs);
  // Of a group of radio buttons, the keyboard reaches the selected one.
  if (input?.matches('[type=radio]') === true) return frame.querySelector<HTMLElement>('input:checked') ?? input;
  return input ?? frame.querySelector<HTMLElement>(otherControls);
}
