import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';

/** Mail server and sender. */
export type MailSettings = {
  /** URL of the mail server: `smtp://user:password@mail.example:587`, or `smtps://`. */
  readonly url: string;
  readonly from: string;
};

export type Mail = {
  readonly to: string;
  /** Sender name. null: that of the configuration. The address is always that of the configuration. */
  readonly senderName: string | null;
  readonly subject: string;
  readonly text: string;
  /** Markup with the same content. Omitted: plain text only. */
  readonly html?: string;
  /** Equal for each retry of a mail, so that mail servers and clients show it once. */
  readonly messageId: string;
  readonly attachment: { readonly name: string; readonly type: string; readonly content: Buffer } | null;
};

/** The mail server did not accept a mail. */
export class MailError extends Error {
  /** Permanent: the address is invalid or was rejected. */
  readonly isLasting: boolean;
  /** The server currently accepts no mail for any recipient. */
  readonly isOfServer: boolean;
  /** The response to the transferred mail is missing, so the server may have accepted it. */
  readonly isUncertain: boolean;

  constructor(
    message: string,
    options: {
      readonly isLasting: boolean;
      readonly isOfServer: boolean;
      readonly isUncertain?: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.isLasting = options.isLasting;
    this.isOfServer = options.isOfServer;
    this.isUncertain = options.isUncertain ?? false;
  }
}

export type Mailer = {
  /** Resolves when the mail server has accepted the mail. Throws `MailError`. */
  send(mail: Mail): Promise<void>;
};

/**
 * `inactivityMs`: timeout of a server that does not respond. `totalMs`: timeout per mail, for a server that responds
 * without accepting it.
 */
export type MailTimeouts = { readonly inactivityMs: number; readonly totalMs: number };

const defaultTimeouts: MailTimeouts = { inactivityMs: 20_000, totalMs: 120_000 };
/** Status of a server that closes the connection. */
const closingStatus = 421;
/** Client-side error codes that concern only one mail. */
const faultsOfMail = new Set(['EENVELOPE', 'EMESSAGE']);
const firstLastingStatus = 500;

/** Creates a mailer that uses the server of the operator. Its URL and password never appear in messages. */
export function openMailer({ url, from }: MailSettings, limits: MailTimeouts = defaultTimeouts): Mailer {
  const { inactivityMs, totalMs } = limits;
  const timeouts = { connectionTimeout: inactivityMs, greetingTimeout: inactivityMs, socketTimeout: inactivityMs };
  return {
    async send({ attachment, senderName, ...mail }) {
      const attachments =
        attachment === null
          ? []
          : [{ filename: attachment.name, contentType: attachment.type, content: attachment.content }];
      // Loaded with the first mail, because it takes 0.15 s of CPU time.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ url, ...timeouts });
      const transfer = observeTransfer(transport);
      try {
        await withinPatience(
          totalMs,
          transport.sendMail({
            ...mail,
            from: senderName === null ? from : { name: senderName, address: mailAddressOf(from) },
            attachments,
            // User input is never read from a file or URL.
            disableFileAccess: true,
            disableUrlAccess: true,
          }),
        );
      } catch (cause) {
        throw mailError(cause, transfer.isComplete);
      }
    },
  };
}

/** Returns the address of a sender such as `Placard <reports@publisher.example>`. */
export function mailAddressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;
}

/** Wraps a mailer: once its server accepts no mail, further calls fail immediately instead of waiting. */
export function failFastMailer(mailer: Mailer): Mailer {
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

async function withinPatience(totalMs: number, sending: Promise<unknown>): Promise<void> {
  const end = new AbortController();
  const late = delay(totalMs, null, { signal: end.signal }).then(() => {
    // The transfer continues, so it may still succeed.
    throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT', isUnfinished: true });
  });
  try {
    await Promise.race([sending, late]);
  } finally {
    late.catch(() => {});
    end.abort();
  }
}

/** Records when the whole content of the mail was read for its transfer. */
function observeTransfer(transport: Transporter): { readonly isComplete: boolean } {
  const transfer = { isComplete: false };
  transport.use('stream', (mail, done) => {
    mail.message.transform(
      () =>
        new PassThrough({
          flush(flushed) {
            transfer.isComplete = true;
            flushed();
          },
        }),
    );
    done();
  });
  return transfer;
}

function mailError(cause: unknown, isTransferred: boolean): MailError {
  const { code, responseCode, command, isUnfinished } = cause as {
    code?: string;
    responseCode?: number;
    command?: string;
    isUnfinished?: true;
  };
  const isOfServer =
    (responseCode === undefined && !faultsOfMail.has(code ?? '')) || responseCode === closingStatus || code === 'EAUTH';
  const isLasting = responseCode !== undefined && responseCode >= firstLastingStatus && code !== 'EAUTH';
  const what = responseCode === undefined ? (code ?? 'no answer') : `${responseCode}${command ? ` to ${command}` : ''}`;
  return new MailError(`the mail server did not accept it: ${what}`, {
    isLasting,
    isOfServer,
    isUncertain: (isTransferred && responseCode === undefined) || isUnfinished === true,
    cause,
  });
}
