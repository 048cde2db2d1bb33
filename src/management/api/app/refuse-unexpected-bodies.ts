import type { FastifyInstance } from 'fastify';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { invalidRequest } from '../../records/domain-error.ts';
import { jsonPointer } from '../../records/field-errors.ts';

/** An operation that takes no body refuses one, member by member, as every unknown field is refused. */
export function refuseUnexpectedBodies(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { body } = request;
    if (body === undefined || body === null || request.routeOptions.schema?.body !== undefined) return;
    // The parts of an upload are read by its own route.
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
