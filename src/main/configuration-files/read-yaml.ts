import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseAllDocuments,
  visit,
} from 'yaml';
import type { SourceError } from './source-error.ts';

/** A YAML file with the lines of its nodes. */
export type ParsedFile = {
  readonly name: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly errors: readonly SourceError[];
  /** Returns the line of the deepest existing node of a path. */
  positionOf(path: readonly string[]): number;
  has(path: readonly string[]): boolean;
};

/** Most errors of one file. */
const maxErrors = 50;

/**
 * Parses one YAML 1.2 document. Anchors, aliases, tags, several documents, duplicate keys and keys that are not text are
 * errors, because they hide what a file contains.
 */
export function parseYaml(name: string, text: string): ParsedFile {
  const counter = new LineCounter();
  const document = parseOne(text, counter);
  if (typeof document === 'string')
    return brokenFile(name, [{ file: name, line: 1, pointer: '', code: 'invalid_yaml', message: document }]);
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line);
  const syntax = [...document.errors, ...document.warnings].map((problem): SourceError => {
    const [message = ''] = problem.message.split('\n');
    return {
      file: name,
      line: lineAt(problem.pos[0]),
      pointer: '',
      code: codeOf(problem.code),
      message: message.replace(/ at line \d+.*$/, ''),
    };
  });
  const refused = refusedNodes(name, document, lineAt);
  const errors = [...syntax, ...refused].slice(0, maxErrors);
  if (errors.length > 0) return brokenFile(name, errors);
  const content: unknown = document.toJS({ maxAliasCount: 0 }) ?? {};
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return brokenFile(name, [
      { file: name, line: 1, pointer: '', code: 'invalid_type', message: 'must be a mapping of sections' },
    ]);
  }
  return {
    name,
    content: content as Record<string, unknown>,
    errors: [],
    positionOf: (path) => lineAt(offsetOf(document, path)),
    has: (path) => document.hasIn(path),
  };
}

function brokenFile(name: string, errors: readonly SourceError[]): ParsedFile {
  return { name, content: {}, errors, positionOf: () => 1, has: () => false };
}

/** Returns the only document of a file, or why it cannot be read. */
function parseOne(text: string, lineCounter: LineCounter): Document | string {
  try {
    const documents = parseAllDocuments(text, {
      lineCounter,
      schema: 'core',
      uniqueKeys: true,
      merge: false,
      version: '1.2',
    });
    if (!Array.isArray(documents) || documents.length === 0) return 'is empty';
    return documents.length === 1
      ? (documents[0] as Document)
      : `contains ${documents.length} documents. Use one document per file`;
  } catch (error) {
    // Thousands of nested brackets exhaust the stack of the parser.
    if (error instanceof RangeError) return 'is nested too deeply';
    throw error;
  }
}

function codeOf(code: string): string {
  if (code === 'DUPLICATE_KEY') return 'duplicate_key';
  return code === 'TAG_RESOLVE_FAILED' ? 'yaml_tag' : 'invalid_yaml';
}

function refusedNodes(name: string, document: Document, lineAt: (offset: number) => number): readonly SourceError[] {
  const errors: SourceError[] = [];
  const add = (node: unknown, code: string, message: string) => {
    const offset = (node as Partial<Node> | null)?.range?.[0] ?? 0;
    errors.push({ file: name, line: lineAt(offset), pointer: '', code, message });
  };
  visit(document, (_key, node) => {
    if (errors.length >= maxErrors) return visit.BREAK;
    if (isAlias(node)) add(node, 'yaml_alias', 'is an alias. Repeat the value instead');
    else if (isPair(node)) {
      if (!isScalar(node.key)) add(node.key, 'invalid_key', 'is a key that is not text');
      else if (node.key.value === '__proto__') add(node.key, 'invalid_key', 'is not an allowed key');
    } else if (isScalar(node) || isMap(node)) {
      if (node.anchor !== undefined) add(node, 'yaml_alias', 'has an anchor. Anchors and aliases are not supported');
      if (node.tag !== undefined && !standardTags.has(node.tag))
        add(node, 'yaml_tag', `has the tag ${node.tag}. Tags are not supported`);
      if (isScalar(node) && typeof node.value === 'number' && !Number.isFinite(node.value))
        add(node, 'invalid_value', 'is not a number');
    }
    return undefined;
  });
  return errors;
}

const standardTags: ReadonlySet<string> = new Set([
  'tag:yaml.org,2002:str',
  'tag:yaml.org,2002:map',
  'tag:yaml.org,2002:seq',
  'tag:yaml.org,2002:int',
  'tag:yaml.org,2002:float',
  'tag:yaml.org,2002:bool',
  'tag:yaml.org,2002:null',
]);

/** Returns the offset of the key of the deepest existing node of a path. */
function offsetOf(document: Document, path: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      if (pair === undefined) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else {
      const items = (node as { items?: readonly unknown[] } | null)?.items;
      const item = items?.[Number(step)];
      if (item === undefined) break;
      offset = (item as Node).range?.[0] ?? offset;
      node = item;
    }
  }
  return offset;
}
