import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Where in the organisation something belongs. */
export interface Place {
  accountId: string | null
  familyId: string | null
  towerId: string | null
}

const nowhere: Place = { accountId: null, familyId: null, towerId: null }

const account = (id: string) => sql`select id as account_id, family_id, tower_id from accounts where id = ${id}`
const accountOf = (of: RawBuilder<unknown>) => sql`select a.id as account_id, a.family_id, a.tower_id from accounts a where a.id = (${of})`
const sandbox = (id: string) => sql`select null::uuid as account_id, null::uuid as family_id, tower_id from sandboxes where id = ${id}`
const inGroup = (group: RawBuilder<unknown>) => sql`
  select g.account_id, a.family_id, coalesce(a.tower_id, s.tower_id) as tower_id from access_groups g
  left join accounts a on a.id = g.account_id left join sandboxes s on s.id = g.sandbox_id where g.id = (${group})`

const approval = (
  id: string,
) => sql`select p.account_id, coalesce(a.family_id, p.family_id) as family_id, coalesce(a.tower_id, p.tower_id) as tower_id
  from approvals p left join accounts a on a.id = p.account_id where p.id = ${id}`

/** Each answers one row at most; what an account and a sandbox may both be is looked for as both. */
const places: Record<string, (id: string) => RawBuilder<unknown>> = {
  account,
  accountIncidents: account,
  accountAccess: account,
  accountDeployments: account,
  accessDifference: (id) => sql`${account(id)} union all ${sandbox(id)}`,
  accountRequest: (id) => sql`select null::uuid as account_id, family_id, tower_id from account_requests where id = ${id}`,
  approval,
  approvalCover: approval,
  accountUpdate: (id) => accountOf(sql`select account_id from account_updates where id = ${id}`),
  accessGroup: (id) => inGroup(sql`select ${id}::uuid`),
  accessRequest: (id) => inGroup(sql`select group_id from access_requests where id = ${id}`),
  groupAssignment: (id) => inGroup(sql`select group_id from group_assignments where id = ${id}`),
  pimActivation: (id) => accountOf(sql`select account_id from pim_activations where id = ${id}`),
  emergencyAccess: (id) => accountOf(sql`select account_id from emergency_accesses where id = ${id}`),
  accessReview: (id) => sql`select r.account_id, a.family_id, coalesce(a.tower_id, r.tower_id) as tower_id
    from access_reviews r left join accounts a on a.id = r.account_id where r.id = ${id}`,
  sandbox,
  sandboxRequest: (id) => sql`select null::uuid as account_id, null::uuid as family_id, tower_id from sandbox_requests where id = ${id}`,
  edgeRollout: (id) => sql`select null::uuid as account_id, family_id, tower_id from edge_rollouts where id = ${id}`,
}

/** The account, family and tower of what a notice is about. */
export async function placeOf(db: Db, subjectKind: string, subjectId: string): Promise<Place> {
  const place = Object.hasOwn(places, subjectKind) ? places[subjectKind] : undefined
  if (!place) return nowhere
  const { rows } = await sql<Place>`select account_id as "accountId", family_id as "familyId", tower_id as "towerId"
    from (${place(subjectId)}) place`.execute(db)
  return rows[0] ?? nowhere
}
