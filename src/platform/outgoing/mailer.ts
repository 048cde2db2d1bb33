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
  /** Resolves when the mail server has accepted the mail. Throws `MailError`. */
  send(mail: Mail): Promise<void>;
};

/** Inactivity timeout of the server. */
const patienceMs = 20_000;
/** Total timeout per mail, for a server that responds without accepting it. */
const mailPatienceMs = 120_000;
/** Status of a server that closes the connection. */
const closingStatus = 421;
/** Client-side error codes that concern only one mail. */
const faultsOfMail = new Set(['EENVELOPE', 'EMESSAGE']);
const firstLastingStatus = 500;

/** Creates a mailer that uses the server of the operator. Its URL and password never appear in messages. */
export function openMailer({ url, from }: MailSettings): Mailer {
  const timeouts = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs };
  let transport: Promise<Transporter> | null = null;
  async function open(): Promise<Transporter> {
    // Loaded with the first mail, because it takes 0.15 s of CPU time.
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, ...timeouts });
  }
  return {
    async send({ attachment, senderName, ...mail }) {
      const attachments =
        attachment === null
          ? []
          : [{ filename: attachment.name, contentType: attachment.type, content: attachment.content }];
      transport ??= open();
      const opened = await transport;
      try {
        await withinPatience(
          opened.sendMail({
            ...mail,
            from: senderName === null ? from : { name: senderName, address: mailAddressOf(from) },
            attachments,
            // User input is never read from a file or URL.
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
  return new MailError(`the mail server did not accept it: ${what}`, { isLasting, isOfServer, cause });
}
