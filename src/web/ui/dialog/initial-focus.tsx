const chosen = '[data-autofocus]';
const fields = ['input:not([type="hidden"], [type="file"])', 'select', 'textarea', '[contenteditable="true"]'].join();

/**
 * Decides which element of a dialog receives the focus first: the one with `data-autofocus`, otherwise the first field,
 * otherwise the heading. Without it, Mantine focuses the close button. Rendered inside the body of the dialog.
 */
export function InitialFocus() {
  return <span hidden ref={chooseInitialFocus} />;
}

/** Marks the element for Mantine, which focuses it after this commit. Fields that load later replace the heading. */
function chooseInitialFocus(marker: HTMLElement | null): (() => void) | undefined {
  const dialog = marker?.closest('[role="dialog"]') ?? null;
  if (dialog === null || dialog.querySelector(chosen) !== null) return;
  const field = firstFieldOf(dialog);
  if (field !== undefined) {
    field.setAttribute('data-autofocus', 'true');
    return;
  }
  const heading = dialog.querySelector<HTMLElement>('h2');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.setAttribute('data-autofocus', 'true');
  const observer = new MutationObserver(() => {
    const loaded = dialog.querySelector<HTMLElement>(`${chosen}:not(h2)`) ?? firstFieldOf(dialog);
    if (loaded === undefined) return;
    observer.disconnect();
    heading.removeAttribute('data-autofocus');
    if (document.activeElement === heading) loaded.focus({ preventScroll: true });
  });
  observer.observe(dialog, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** The first field that can be used. Of a group of radio buttons it is the checked one, as with the Tab key. */
function firstFieldOf(dialog: Element): HTMLElement | undefined {
  const usable = [...dialog.querySelectorAll<HTMLElement>(fields)].filter(
    (field) => !field.matches(':disabled, [tabindex="-1"]') && field.getClientRects().length > 0,
  );
  const [first] = usable;
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first;
  return usable.find((field) => field.matches(':checked') && field.getAttribute('name') === first.name) ?? first;
}
