import { resolveMessage } from '../../../../messages/message-reference.ts';
import { translatorOf } from '../../../../messages/translator.ts';
import { DomainError } from '../../../records/domain-error.ts';
import { protocolCodes } from '../protocol-error.ts';
import type { ProtocolError } from './protocol-types.ts';

/** Fault of one creative of a call, as an error of the protocol. */
export class CreativeFault extends Error {
  readonly code: string;
  /** Path in the creative. */
  readonly field: string;

  constructor(code: string, message: string, field: string) {
    super(message);
    this.name = 'CreativeFault';
    this.code = code;
    this.field = field;
  }
}

/** Codes that are more exact for a creative than for a whole call. */
const creativeCodes: typeof protocolCodes = {
  ...protocolCodes,
  invalid_request: 'VALIDATION_ERROR',
  not_found: 'CREATIVE_NOT_FOUND',
};

/** Returns the errors of the creative with this index. Throws any other error than a fault of its values. */
export function faultsOf(error: unknown, index: number): ProtocolError[] {
  const path = `creatives[${index}]`;
  if (error instanceof CreativeFault) {
    return [{ code: error.code, message: error.message, field: `${path}.${error.field}` }];
  }
  if (!(error instanceof DomainError)) throw error;
  const { code, details, message } = error;
  const protocolCode = creativeCodes[code] ?? 'VALIDATION_ERROR';
  const { errors = [] } = details;
  if (errors.length === 0) return [{ code: protocolCode, message, field: path }];
  const translate = translatorOf('en');
  return errors.map((one) => ({
    code: protocolCode,
    message: `${one.pointer.slice(1)} ${resolveMessage(one.message, translate)}`,
    field: `${path}${one.pointer.replaceAll('/', '.')}`,
  }));
}
