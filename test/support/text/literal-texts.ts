import { ts } from '@ts-morph/common';

/** Attributes and properties whose values are displayed. */
const textNames = new Set([
  'label',
  'title',
  'description',
  'placeholder',
  'text',
  'lead',
  'caption',
  'hint',
  'name',
  'any',
  'alt',
  'aria-label',
  'nothingFoundMessage',
  'message',
  'heading',
]);

/** Two consecutive words: `Save the booking`, but not `var(--x)` or `/campaigns/12`. */
const twoWords = /(?:^|[\s(“"])[A-Za-z][a-z’']+,? [a-z’']{2,}/;
/** A word with a capital first letter: `Save`. */
const capitalized = /^[A-Z][a-z]+/;
/** Values of CSS and attributes, which contain spaces but no sentences. */
const technical =
  /^(?:[\d.#%]|noreferrer |var\(|calc\(|repeat\(|minmax\(|auto |none |solid |same-origin|noopener|max-|min-|M\d|translate|linear-gradient|color-mix|0 0 )/;
/** Names that are the same in every language. */
const properNames = new Set(['Placard', 'CSV', 'HTML5', 'VAST', 'Enter', 'Esc', 'Ctrl K', 'Home', 'End']);

/** A literal text in a component: its line and the text. */
export type LiteralText = { readonly line: number; readonly text: string };

/** Returns texts for people that are in the source instead of the message catalog. */
export function literalTexts(file: string, source: string): readonly LiteralText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: LiteralText[] = [];
  const note = (node: ts.Node, text: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    found.push({ line: line + 1, text: text.trim() });
  };
  const visit = (node: ts.Node): void => {
    if (isForDevelopers(node)) return;
    if (ts.isJsxText(node) && /\p{L}{2}/u.test(node.text) && !properNames.has(node.text.trim())) note(node, node.text);
    else if (ts.isStringLiteralLike(node) && isText(node, node.text)) note(node, node.text);
    else if (ts.isTemplateExpression(node) && twoWords.test(textOf(node)) && !technical.test(textOf(node)))
      note(node, node.getText());
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isText(node: ts.StringLiteralLike, text: string): boolean {
  if (properNames.has(text) || technical.test(text)) return false;
  if (twoWords.test(text)) return true;
  return capitalized.test(text) && isInTextPosition(node);
}

/** Returns true for the value of `label="..."` or `{ label: '...' }`, or a child of an element. */
function isInTextPosition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return textNames.has(parent.name.getText());
  if (ts.isPropertyAssignment(parent)) return textNames.has(parent.name.getText().replaceAll(/['"]/g, ''));
  if (ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent)) return isInTextPosition(parent);
  if (ts.isBinaryExpression(parent)) return isInTextPosition(parent);
  return ts.isJsxExpression(parent) && (ts.isJsxElement(parent.parent) || isInTextPosition(parent));
}

/** Returns true for imports, types, and messages of errors that only developers see. */
function isForDevelopers(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  return ts.isNewExpression(node) && /(?:Error|DOMException)$/.test(node.expression.getText());
}

function textOf(template: ts.TemplateExpression): string {
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join('…');
}
