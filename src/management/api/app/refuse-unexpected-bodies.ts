import type { FastifyInstance } from 'fastify';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { invalidRequest } from '../../records/domain-error.ts';
import { jsonPointer } from '../../records/field-errors.ts';

/** Refuses bodies of operations without a body, naming each member like unknown fields. */
export function refuseUnexpectedBodies(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { body } = request;
    if (body === undefined || body === null || request.routeOptions.schema?.body !== undefined) return;
    // The route of an upload reads the parts.
    if (request.headers['content-type']?.startsWith('multipart/') === true) return;
    const members = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : [''];
    if (members.length === 0) return;
    throw invalidRequest(
      members.slice(0, 50).map((member) => ({
        pointer: member === '' ? '' : jsonPointer([member]),
        in: 'body',
        code: 'unknown_field',
        message: fieldMessage('noBody'),
      })),
    );
  });
}
