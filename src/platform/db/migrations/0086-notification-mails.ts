import { type Kysely, sql } from 'kysely';

/** Channels of notifications per user and kind, and the state of the mail of a notification. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table notification_preference (
    user_id bigint not null references user_account (id) on delete cascade,
    kind text not null,
    in_app boolean not null,
    by_email boolean not null,
    primary key (user_id, kind)
  )`,
  `alter table notification
    add in_app boolean not null default true,
    add mail_state text,
    add mail_attempts integer not null default 0,
    add mail_due_at timestamptz`,
  `create index notification_mail_due on notification (mail_due_at) where mail_state in ('pending', 'sending')`,
];
