/** Result of one check. */
export type Finding = {
  readonly what: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** Recommended correction. */
  readonly advice?: string;
};
