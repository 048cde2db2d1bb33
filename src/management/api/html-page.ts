/** A page without scripts. Title and content are markup. */
export function htmlPage(title: string, content: string, language = 'en'): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/start.css"></head>
<body><main>${content}</main></body></html>`;
}
