/** The package brings no types of its own; what it answers is compared value by value. */
declare module 'iab-vast-parser' {
  const parse: (
    xml: string,
    options: { readonly strict: boolean; readonly domParser: unknown },
  ) => import('./read-by-iab.ts').IabVast;
  export = parse;
}
