/** The package has no type declarations. */
declare module 'opentype.js' {
  const opentype: { readonly parse: (file: ArrayBuffer) => import('./letter-outlines.ts').Font };
  export = opentype;
}
