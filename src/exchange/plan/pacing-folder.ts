import { join } from 'node:path';
import { type CountFiles, openCountFiles } from './count-files.ts';
import { openPlanFile, type PlanFile } from './plan-file.ts';

/** Exchange of the counts of delivery processes and the plan of pacing. */
export type PacingFolder = { readonly counts: CountFiles; readonly plan: PlanFile };

export function openPacingFolder(dataFolder: string): PacingFolder {
  const folder = join(dataFolder, 'pacing');
  return { counts: openCountFiles(join(folder, 'counts')), plan: openPlanFile(join(folder, 'plan')) };
}
