/** Logo and style sheet of the branding in the head of a page. */
export type PageBrand = { readonly logo: string; readonly accentStyle: string | null };

const defaultBrand: PageBrand = { logo: '/icon.svg', accentStyle: null };

/** A page without scripts. Title and content are markup. */
export function htmlPage(title: string, content: string, language = 'en', brand: PageBrand = defaultBrand): string {
  const accent = brand.accentStyle === null ? '' : `<link rel="stylesheet" href="${brand.accentStyle}">`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="${brand.logo}"><link rel="stylesheet" href="/start.css">${accent}</head>
<body><main>${content}</main></body></html>`;
}
