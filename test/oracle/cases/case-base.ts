import { readFileSync } from 'node:fs';
import type { CaseBase } from './case-rows.ts';

/** The inventory, creatives and positions that all cases share. */
export const caseBase = JSON.parse(readFileSync(new URL('base.json', import.meta.url), 'utf8')) as CaseBase;
