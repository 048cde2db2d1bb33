import { fieldMessage } from '../../contract/common/field-message.ts';
import { invalidField } from './domain-error.ts';
import { jsonPointer } from './field-errors.ts';

/** Objects inside objects: far more than any body of ours has, far less than the stack takes. */
const maxDepth = 32;

/**
 * RFC 7396: members of the patch replace those of the target, null removes, objects merge. A patch that nests without
 * end is refused, naming its member.
 */
export function mergePatch(target: unknown, patch: unknown, path: readonly string[] = []): unknown {
  if (!isObject(patch)) return patch;
  if (path.length > maxDepth) {
    throw invalidField(jsonPointer(path.slice(0, 1)), 'too_deep', fieldMessage('maxLevels', { count: maxDepth }));
  }
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value, [...path, name]);
  }
  return merged;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
