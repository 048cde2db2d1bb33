import type { FieldError } from '../../../contract/common/problems.ts';
import { documentFieldOf } from '../../../contract/configuration/sections.ts';
import { DomainError, invalidRequest } from '../../records/domain-error.ts';
import { jsonPointer } from '../../records/field-errors.ts';
import type { ManagedSection } from '../stored/managed-sections.ts';

/** Returns an error of a body at its position in the document, with the names of the document. */
export function placed({ references }: ManagedSection, at: readonly string[], error: FieldError): FieldError {
  const steps = error.pointer.split('/').slice(1);
  const renamed = references.reduce<readonly string[]>(
    (path, field) => renamedSteps(path, field.path.split('.')),
    steps,
  );
  return { ...error, in: 'body', pointer: `${jsonPointer(at)}${renamed.map((step) => `/${step}`).join('')}` };
}

function renamedSteps(steps: readonly string[], pattern: readonly string[]): readonly string[] {
  const matches = pattern.every((step, index) => step === '*' || steps[index] === step);
  const last = pattern.length - 1;
  return matches ? steps.map((step, index) => (index === last ? documentFieldOf(step) : step)) : steps;
}

/** Returns an error at a path of the document. */
export function errorAt(path: readonly (string | number)[], code: string, message: string): FieldError {
  return { pointer: jsonPointer(path), in: 'body', code, message };
}

/** Runs a call whose body has the document in its member `document`, and moves its errors there. */
export async function withDocumentErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.details.errors === undefined) throw error;
    throw invalidRequest(
      error.details.errors.map((one) =>
        one.pointer.startsWith('/uploads/') ? one : { ...one, pointer: `/document${one.pointer}` },
      ),
    );
  }
}
