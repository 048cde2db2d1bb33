import { type Kysely, sql } from 'kysely';

/** Notifications of tasks for buyer agents: their receiver, and the message once the task has ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table agent_notification (
    id bigint generated always as identity primary key,
    buyer_agent_id bigint not null references buyer_agent (id),
    task_id text not null,
    task_type text not null,
    url text not null,
    sealed_receiver text not null,
    idempotency_key text not null unique,
    status text not null check (status in ('waiting', 'pending', 'delivered', 'failed')),
    payload text,
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    last_status integer,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    unique (buyer_agent_id, task_id)
  )`.execute(db);
  await sql`create index agent_notification_due on agent_notification (next_attempt_at) where status = 'pending'`.execute(
    db,
  );
  await sql`create index agent_notification_waiting on agent_notification (task_id) where status = 'waiting'`.execute(
    db,
  );
  await sql`create index agent_notification_finished on agent_notification (finished_at)
    where finished_at is not null`.execute(db);
}
