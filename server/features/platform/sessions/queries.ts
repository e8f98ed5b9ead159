import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { ListDefinition } from '../../../http/list.ts'
import { userCan } from './policy.ts'
import type { Session, User } from './schemas.ts'

export const userList: ListDefinition = {
  from: sql`people p`,
  id: sql`p.id`,
  searchText: sql`(lower(p.display_name || ' ' || coalesce(p.email, '')))`,
  exactIdColumns: [sql`p.id`],
  defaultSort: 'name',
  fields: {
    name: { label: 'Name', type: 'text', column: sql`lower(p.display_name)` },
    active: {
      label: 'Directory status',
      type: 'enum',
      column: sql`case when p.active then 'active' else 'disabled' end`,
      values: ['active', 'disabled'],
      sort: false,
    },
    department: { label: 'Department', type: 'text', column: sql`p.department`, sort: false },
    role: {
      label: 'Role',
      type: 'enum',
      column: sql`case when 'Slipway.Admin' = any (p.roles) then 'administrator' when 'Slipway.Auditor' = any (p.roles) then 'auditor' else 'none' end`,
      values: ['administrator', 'auditor', 'none'],
      sort: false,
    },
    signedInAt: { label: 'Signed in', type: 'date', column: sql`p.signed_in_at` },
  },
}

const openSession = (now: Date, idleSeconds: number): RawBuilder<boolean> =>
  sql<boolean>`s.ended_at is null and s.expires_at > ${now} and s.last_seen_at > ${new Date(now.getTime() - idleSeconds * 1_000)}`

interface UserContext {
  db: Db
  actor: Person
  now: Date
  idleSeconds: number
}

export async function loadUsers({ db, actor, now, idleSeconds }: UserContext, ids: string[]): Promise<User[]> {
  const people = await db
    .selectFrom('people as p')
    .select(['p.id', 'p.display_name', 'p.email', 'p.department', 'p.active', 'p.job_title', 'p.roles', 'p.signed_in_at'])
    .select([
      sql<number>`(select count(*) from sessions s where s.person_id = p.id and ${openSession(now, idleSeconds)})`.as('sessions'),
      sql<number>`(select count(*) from account_owners o where o.person_id = p.id)`.as('accounts'),
      sql<number>`(select count(*) from approvals a where a.requester_id = p.id and a.status = 'pending')`.as('requests'),
    ])
    .where('p.id', 'in', ids)
    .execute()
  return people.map((row) => ({
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    department: row.department,
    active: row.active,
    jobTitle: row.job_title,
    roles: row.roles,
    signedInAt: row.signed_in_at?.toISOString() ?? null,
    sessions: row.sessions,
    ownedAccounts: row.accounts,
    pendingRequests: row.requests,
    can: userCan(actor, { sessions: row.sessions }),
  }))
}

export async function loadSessions({ db, actor, now, idleSeconds }: UserContext, personId: string): Promise<Static<typeof Session>[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .select(['s.id', 's.user_agent', 's.created_at', 's.last_seen_at', 's.expires_at', 's.strong_at'])
    .where('s.person_id', '=', personId)
    .where(openSession(now, idleSeconds))
    .orderBy('s.last_seen_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    current: actor.credential === `session:${row.id}`,
    browser: row.user_agent,
    startedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    strong: row.strong_at !== null,
  }))
}
