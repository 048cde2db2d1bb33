/** Copies a text; true when it worked. Pages that are not secure have no clipboard, and copy what is selected instead. */
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
  // Inside an open dialog, which would not let the focus out.
  const place = document.activeElement?.parentElement ?? document.body;
  place.append(field);
  field.select();
  // The one way that is left without a clipboard; browsers keep it for that.
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}
