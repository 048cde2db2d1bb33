/** One thing that the doctor looked at. */
export type Finding = {
  readonly what: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
};
