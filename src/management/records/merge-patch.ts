import { fieldMessage } from '../../contract/common/field-message.ts';
import { invalidField } from './domain-error.ts';
import { jsonPointer } from './field-errors.ts';

/** Most levels of nested objects. More than any body has and less than the call stack allows. */
const maxDepth = 32;

/**
 * Applies RFC 7396: members of the patch replace those of the target, null removes, objects merge. Refuses a patch with
 * too many levels and names its member.
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
