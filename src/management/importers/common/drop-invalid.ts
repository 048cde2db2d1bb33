import { checkOffline } from '../../configuration/check-offline.ts';
import {
  type ImportedDocument,
  type ImportedSection,
  type ImportFinding,
  type ImportResult,
  importedSections,
} from '../importer.ts';

/** Most passes: each removes at least one object, and objects that refer to it follow in the next pass. */
const maxPasses = 200;

/** Removes objects that the API would refuse, with a finding for each, so that one odd item does not stop an import. */
export function withoutInvalid(result: ImportResult): ImportResult {
  let document = result.document;
  const findings: ImportFinding[] = [...result.findings];
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const faults = faultsOf(document);
    if (faults.size === 0) break;
    for (const { section, key, message } of faults.values()) findings.push(findingOf(section, key, message));
    document = without(document, faults);
  }
  return { ...result, document, findings };
}

type Fault = { readonly section: ImportedSection; readonly key: string; readonly message: string };

/** Returns the first error of each object. */
function faultsOf(document: ImportedDocument): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>();
  for (const { pointer, message } of checkOffline(document)) {
    const [section, key, ...field] = pointer.split('/').slice(1).map(unescaped);
    const known = importedSections.find((name) => name === section);
    if (known === undefined || key === undefined || faults.has(`${known} ${key}`)) continue;
    faults.set(`${known} ${key}`, { section: known, key, message: `${field.join('/')} ${message}`.trim() });
  }
  return faults;
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function findingOf(section: ImportedSection, key: string, message: string): ImportFinding {
  return {
    outcome: 'unsupported',
    sourceKind: section,
    sourceId: key,
    name: key,
    feature: null,
    message: `Not imported: ${message}.`,
    remedy: 'Correct the item in the source, and import again.',
    target: null,
  };
}

function without(document: ImportedDocument, faults: ReadonlyMap<string, Fault>): ImportedDocument {
  const sections = importedSections.flatMap((section) => {
    const objects = Object.entries(document[section] ?? {}).filter(([key]) => !faults.has(`${section} ${key}`));
    return objects.length === 0 ? [] : [[section, Object.fromEntries(objects)] as const];
  });
  return { version: 1, ...Object.fromEntries(sections) };
}
