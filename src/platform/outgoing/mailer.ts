import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';

/** Where mail goes out, and whom it is from. */
export type MailSettings = {
  /** Of the mail server: `smtp://user:password@mail.example:587`, or `smtps://`. */
  readonly url: string;
  readonly from: string;
};

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same whenever the same mail is sent again: mail servers and readers show it once. */
  readonly messageId: string;
  readonly attachment: { readonly name: string; readonly type: string; readonly content: Buffer } | null;
};

/** The mail server did not take a mail. */
export class MailError extends Error {
  /** It never will: the address is wrong, or refused. */
  readonly isLasting: boolean;
  /** The server takes no mail at all now, whoever it is to. */
  readonly isOfServer: boolean;

  constructor(
    message: string,
    options: { readonly isLasting: boolean; readonly isOfServer: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.isLasting = options.isLasting;
    this.isOfServer = options.isOfServer;
  }
}

export type Mailer = {
  /** Resolves when the mail server has taken it; throws `MailError`. */
  send(mail: Mail): Promise<void>;
};

/** A server that says nothing for so long is given up. */
const patienceMs = 20_000;
/** One that goes on saying something for so long, but takes nothing, is given up too. */
const mailPatienceMs = 120_000;
/** Of a server that closes. */
const closingStatus = 421;
/** Faults without an answer of the server that are of one mail alone. */
const faultsOfMail = new Set(['EENVELOPE', 'EMESSAGE']);
const firstLastingStatus = 500;

/** Sends mail through the operator's server. Its address and password stand in no message. */
export function openMailer({ url, from }: MailSettings): Mailer {
  const timeouts = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs };
  const transport = createTransport({ url, ...timeouts });
  return {
    async send({ attachment, ...mail }) {
      const attachments =
        attachment === null
          ? []
          : [{ filename: attachment.name, contentType: attachment.type, content: attachment.content }];
      try {
        await withinPatience(
          transport.sendMail({
            ...mail,
            from,
            attachments,
            // What somebody wrote into a name is never read from a file or an address.
            disableFileAccess: true,
            disableUrlAccess: true,
          }),
        );
      } catch (cause) {
        throw mailError(cause);
      }
    },
  };
}

/** The same mailer until its server takes no mail: then it says so at once, and does not wait for it with each mail. */
export function untilAway(mailer: Mailer): Mailer {
  let away: MailError | null = null;
  return {
    async send(mail) {
      if (away !== null) throw away;
      try {
        await mailer.send(mail);
      } catch (error) {
        if (error instanceof MailError && error.isOfServer) away = error;
        throw error;
      }
    },
  };
}

async function withinPatience(sending: Promise<unknown>): Promise<void> {
  const end = new AbortController();
  const late = delay(mailPatienceMs, null, { signal: end.signal }).then(() => {
    throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
  });
  try {
    await Promise.race([sending, late]);
  } finally {
    late.catch(() => {});
    end.abort();
  }
}

function mailError(cause: unknown): MailError {
  const { code, responseCode, command } = cause as { code?: string; responseCode?: number; command?: string };
  const isOfServer =
    (responseCode === undefined && !faultsOfMail.has(code ?? '')) || responseCode === closingStatus || code === 'EAUTH';
  const isLasting = responseCode !== undefined && responseCode >= firstLastingStatus && code !== 'EAUTH';
  const what = responseCode === undefined ? (code ?? 'no answer') : `${responseCode}${command ? ` to ${command}` : ''}`;
  return new MailError(`the mail server did not take it: ${what}`, { isLasting, isOfServer, cause });
}
