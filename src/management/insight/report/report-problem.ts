import { fieldMessage } from '../../../contract/common/field-message.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, invalidRequest } from '../../records/domain-error.ts';
import { RawReportError } from '../raw-report/raw-report-engine.ts';
import { NoRawEventsError } from './read-report.ts';
import { TooManyRowsError } from './too-many-rows.ts';

/** Time in seconds after which a report that had to wait can be requested again. */
const retryAfterSeconds = 60;

/** Returns the error of a report for its caller. */
export function reportProblem(error: unknown): unknown {
  if (error instanceof TooManyRowsError) {
    const message = `${error.message}. Select a shorter period or fewer dimensions`;
    return invalidRequest([{ pointer: '/groupBy', in: 'query', code: 'too_many_rows', message }]);
  }
  if (error instanceof NoRawEventsError) {
    const message = fieldMessage('needsOpenData');
    return invalidRequest([{ pointer: `/${error.parameter}`, in: 'query', code: 'open_data_disabled', message }]);
  }
  if (!(error instanceof RawReportError)) return error;
  if (error.reason === 'tooManyReports') {
    return new DomainError('too_many_requests', { detail: detailMessage('reportsWaiting'), retryAfterSeconds });
  }
  return new DomainError('unavailable', { detail: detailMessage('reportTooLong'), retryAfterSeconds });
}
