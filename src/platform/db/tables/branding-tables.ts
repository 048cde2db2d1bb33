/** Files of the branding. */
export type BrandingTables = {
  /** `name`: the SHA-256 of the content in hexadecimal, and the extension. */
  brandingFile: { name: string; mime: string; content: Buffer };
};
