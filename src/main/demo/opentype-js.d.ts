/** The package brings no types of its own. */
declare module 'opentype.js' {
  const opentype: { readonly parse: (file: ArrayBuffer) => import('./banner/letter-outlines.ts').Font };
  export = opentype;
}
