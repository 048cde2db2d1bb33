/** Copies a text to the clipboard. Returns whether it succeeded. In insecure contexts, which have no clipboard API, it copies a selection. */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copySelected(text),
    );
  }
  return copySelected(text);
}

function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.className = 'skip-link';
  // Inside an open dialog, because its focus trap refuses elements outside of it.
  const container = document.activeElement?.parentElement ?? document.body;
  container.append(field);
  field.select();
  // Deprecated, but the only way without the clipboard API.
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}
