import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as the server received it. */
export type ReceivedMail = { readonly to: string; readonly mail: string };

/** An SMTP server on the loopback interface that collects its mails. */
export class MailServer {
  mails: ReceivedMail[] = [];
  /** Response to a recipient. null: accepted. */
  refusal: ((to: string) => { readonly code: number } | null) | null = null;
  /** Called with a received mail before the response. `drop` closes the connection instead of responding. */
  onMail: ((mail: ReceivedMail) => 'accept' | 'drop' | Promise<'accept' | 'drop'>) | null = null;
  private readonly server: SMTPServer;
  private readonly sockets = new Set<Socket>();

  private constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, done) => {
        const fault = this.refusal?.(address);
        done(fault ? Object.assign(new Error('not here'), { responseCode: fault.code }) : undefined);
      },
      onData: (stream, session, done) => {
        void text(stream).then(async (mail) => {
          const received = { to: session.envelope.rcptTo.map(({ address }) => address).join(), mail };
          this.mails.push(received);
          if ((await this.onMail?.(received)) === 'drop') for (const socket of this.sockets) socket.destroy();
          else done();
        });
      },
    });
    this.server.on('error', () => undefined);
    this.server.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    server.server.listen(0, '127.0.0.1');
    await once(server.server.server, 'listening');
    return server;
  }

  /** Value of `PLACARD_SMTP_URL`. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** Returns the mails to one recipient, without the line breaks of their encoding. */
  mailsTo(recipient: string): readonly string[] {
    return this.mails.flatMap(({ to, mail }) => (to === recipient ? [decoded(mail)] : []));
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** Decodes quoted-printable content. Headers of these tests are ASCII. */
function decoded(mail: string): string {
  return mail
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/((?:=[0-9A-F]{2})+)/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
}
