import { escapeHtml } from '../http/escape-html.ts';

/** Content of a mail with one link. All texts are plain. */
export type MailContent = {
  /** Language of the texts. */
  readonly locale: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly text: string; readonly url: string };
  /** Smaller paragraphs below the link. */
  readonly footer: readonly string[];
};

/** Returns the plain-text and the HTML body of a mail, with equal content. */
export function mailBodies({ locale, paragraphs, action, footer }: MailContent): {
  readonly text: string;
  readonly html: string;
} {
  const text = [...paragraphs, `${action.text}:\n${action.url}`, ...footer, ''].join('\n\n');
  const url = escapeHtml(action.url);
  const html = `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"></head>
<body style="font-family:sans-serif;font-size:15px;line-height:1.5;max-width:36em">
${paragraphs.map((paragraph) => `<p>${linesOf(paragraph)}</p>`).join('\n')}
<p><a href="${url}" style="font-weight:bold">${escapeHtml(action.text)}</a></p>
<p style="font-size:13px;word-break:break-all">${url}</p>
${footer.map((paragraph) => `<p style="font-size:13px">${linesOf(paragraph)}</p>`).join('\n')}
</body></html>
`;
  return { text, html };
}

function linesOf(paragraph: string): string {
  return escapeHtml(paragraph).replaceAll('\n', '<br>');
}
