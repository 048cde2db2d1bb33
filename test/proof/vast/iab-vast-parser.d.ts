/** The package has no types. Its results are compared value by value. */
declare module 'iab-vast-parser' {
  const parse: (
    xml: string,
    options: { readonly strict: boolean; readonly domParser: unknown },
  ) => import('./read-by-iab.ts').IabVast;
  export = parse;
}
