import { readFileSync } from 'node:fs';
import type { CaseBase } from './case-rows.ts';

/** Inventory, creatives and positions shared by all cases. */
export const caseBase = JSON.parse(readFileSync(new URL('base.json', import.meta.url), 'utf8')) as CaseBase;
