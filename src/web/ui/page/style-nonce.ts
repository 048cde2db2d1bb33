/** The nonce of style sheets that scripts create. The content security policy refuses style sheets without it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
}
