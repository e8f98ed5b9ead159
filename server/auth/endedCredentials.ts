import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Person } from './actor.ts'

/** Returns the credentials that are no longer valid: the session or token ended, expired or idled out, or the person was disabled. */
export async function endedCredentials(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  people: Person[],
): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const at = now()
  const idleSince = new Date(at.getTime() - config.session.idleSeconds * 1_000)
  const { rows } = await sql<{ live: string }>`
    select 'session:' || s.id as live from sessions s join people p on p.id = s.person_id and p.active
    where s.person_id = any (${people.map(({ id }) => id)}::uuid[]) and s.ended_at is null and s.expires_at > ${at} and s.last_seen_at > ${idleSince}
    union all
    select id::text from people where id = any (${people.map(({ id }) => id)}::uuid[]) and active`.execute(db)
  const liveIds = new Set(rows.map((row) => row.live))
  const endedPeople = people.filter(({ id, credential, endsAt }) => {
    const sessionKey = credential.startsWith('session:') ? credential : id
    return !liveIds.has(sessionKey) || (endsAt !== undefined && endsAt <= at)
  })
  return new Set(endedPeople.map(({ credential }) => credential))
}
