import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { maxUploadBytes } from '../../../../core/vocabulary/limits/upload-limits.ts';
import type { ImportContext } from '../import-context.ts';
import { BannerFiles } from './banner-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'placard-banner-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('files above the limit and folders are not read', async () => {
  writeFileSync(join(folder, 'large.gif'), '');
  truncateSync(join(folder, 'large.gif'), maxUploadBytes + 1);
  mkdirSync(join(folder, 'inner'));
  const context = { options: { filesFolder: folder }, data: { tables: new Map() } } as unknown as ImportContext;
  const files = new BannerFiles(context);
  expect(await files.find('web', 'large.gif')).toMatchObject({ fault: 'The file large.gif is too large.' });
  expect(await files.find('web', 'inner')).toMatchObject({ fault: 'The folder does not contain the file inner.' });
});
