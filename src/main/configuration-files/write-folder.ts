import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Document, isMap, isScalar, Scalar, visit } from 'yaml';
import { sectionNames } from '../../contract/configuration/sections.ts';

/** File with the version and the settings. */
const mainFile = 'placard.yaml';

/** Returns the name of the file of a section: `mediaPartners` becomes `media-partners.yaml`. */
export function fileOfSection(section: string): string {
  return `${section.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.yaml`;
}

/**
 * Writes a document as one YAML file for each section. Unchanged files are not touched. Equal documents give equal files.
 * @returns number of files that changed
 */
export async function writeFolder(folder: string, document: Readonly<Record<string, unknown>>): Promise<number> {
  await mkdir(folder, { recursive: true });
  const { version, settings, ...sections } = document;
  const files: [name: string, text: string][] = [
    [mainFile, yamlOf(settings === undefined ? { version } : { version, settings })],
  ];
  for (const name of sectionNames) {
    const objects = sections[name];
    if (objects !== undefined) files.push([fileOfSection(name), yamlOf({ [name]: objects })]);
  }
  let changed = 0;
  for (const [name, text] of files) {
    const path = join(folder, name);
    const before = await readFile(path, 'utf8').catch(() => null);
    if (before === text) continue;
    await writeFile(path, text);
    changed += 1;
  }
  return changed;
}

/** Returns YAML 1.2 with long texts as blocks and an empty line between objects. */
export function yamlOf(content: Readonly<Record<string, unknown>>): string {
  const document = new Document(content, { aliasDuplicateObjects: false, version: '1.2' });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = Scalar.BLOCK_LITERAL;
    },
    Seq(_key, node) {
      // Short lists of simple values fit on one line.
      node.flow = node.items.every((item) => isScalar(item)) && JSON.stringify(node.toJSON()).length < maxFlowLength;
    },
  });
  const [first] = isMap(document.contents) ? document.contents.items : [];
  if (isMap(first?.value)) {
    for (const [index, pair] of first.value.items.entries()) {
      if (index > 0 && isScalar(pair.key)) pair.key.spaceBefore = true;
    }
  }
  return document.toString({ lineWidth: 0, indentSeq: false, flowCollectionPadding: false });
}

const maxFlowLength = 90;
