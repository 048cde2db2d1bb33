/** What a style sheet made by a script must carry: the policy of the page refuses every other one. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
}
