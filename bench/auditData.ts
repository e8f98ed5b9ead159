import { sql } from 'kysely'

import { batchSize, chainNextBatch, type SequencerContext } from '../server/audit/sequencer.ts'
import type { Db } from '../server/db/database.ts'

export async function fillAudit(db: Db, events: number, people: readonly { id: string; displayName: string }[]): Promise<void> {
  const ids = people.map(({ id }) => id)
  const names = people.map(({ displayName }) => displayName)
  for (let from = 0; from < events; from += 5_000)
    await sql`insert into audit_events (id, at, actor_id, actor_name, credential, operation, subject_kind, subject_id, before, after, outcome, request_id)
      select gen_random_uuid(), now() - (${events} - n) * interval '20 seconds', (${ids}::uuid[])[1 + n % ${ids.length}],
        (${names}::text[])[1 + n % ${ids.length}], 'session:' || n % 5000, (array['updateMyAccount', 'signIn', 'decideAccountApproval', 'setResourceTags'])[1 + n % 4],
        'account', md5((n % 20000)::text)::uuid::text, jsonb_build_object('name', 'checkout-' || n, 'description', repeat('x', n % 80)),
        jsonb_build_object('name', 'checkout-' || n + 1), case when n % 50 = 0 then 'denied' else 'allowed' end, gen_random_uuid()::text
      from generate_series(${from + 1}::int, ${Math.min(events, from + 5_000)}::int) n`.execute(db)
}

export async function chainAll(db: Db, key: SequencerContext['key']): Promise<void> {
  while ((await chainNextBatch({ db, key, trusted: [], now: () => new Date() })).chainedCount === batchSize);
}
