import type { FieldError } from '../../contract/common/problems.ts';
import { resolveMessage } from '../../messages/message-reference.ts';
import { translatorOf } from '../../messages/translator.ts';
import { checkDocument } from './document/check-document.ts';
import { sectionsWithoutServices } from './stored/managed-sections.ts';

/** Any address: documents contain paths of own files. */
const anyAddress = 'http://localhost';

/**
 * Checks a document without an installation: structure, schemas and references between its objects. Messages are in
 * English. A reference to an object that only the installation has is reported as unknown.
 */
export function checkOffline(document: unknown): readonly FieldError[] {
  const translate = translatorOf('en');
  const { errors } = checkDocument(document, sectionsWithoutServices(), {
    current: new Map(),
    deliveryUrl: anyAddress,
  });
  return errors.map((error) => ({ ...error, message: resolveMessage(error.message, translate) }));
}
