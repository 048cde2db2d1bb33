import type { ReferenceField } from '../../../contract/configuration/sections.ts';
import { isMembers } from './convert-references.ts';

/** Returns a copy of a body in which the IDs of references are replaced. */
export function convertBody(
  body: Readonly<Record<string, unknown>>,
  references: readonly ReferenceField[],
  idOf: (id: number) => number,
): Record<string, unknown> {
  return references.reduce<Record<string, unknown>>(
    (members, { path }) => convertStep(members, path.split('.'), idOf) as Record<string, unknown>,
    { ...body },
  );
}

function convertStep(value: unknown, [step, ...rest]: readonly string[], idOf: (id: number) => number): unknown {
  if (step === undefined) {
    if (Array.isArray(value)) return value.map((id: number) => idOf(id));
    return typeof value === 'number' ? idOf(value) : value;
  }
  if (step === '*') return Array.isArray(value) ? value.map((entry) => convertStep(entry, rest, idOf)) : value;
  if (!isMembers(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: convertStep(value[step], rest, idOf) };
}
