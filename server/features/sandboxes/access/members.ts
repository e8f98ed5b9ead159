import { sql } from 'kysely'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import type { GrantStatus } from '../../../db/tables.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRevoke } from '../../access/assignments/end/startRevoke.ts'
import { startGrant } from '../../access/assignments/grant/startGrant.ts'
import { suffixOf } from './names.ts'

interface ServiceContext {
  db: Db
  jobs: Jobs
}

export const liveGrants: GrantStatus[] = ['scheduled', 'granting', 'active']

const ownersReason = 'The person owns the sandbox.'

async function groupsBySuffix(db: Db, sandboxId: string) {
  const groups = await db
    .selectFrom('access_groups')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(groups.map((group) => [suffixOf(group.name), group]))
}

/**
 * Makes the grants in the template’s first group match the owners. Each owner gets permanent access. Former owners lose their access unless
 * a person granted it. The function does nothing until the group is ready.
 */
export async function syncOwnerAccess({ db, jobs }: ServiceContext, sandboxId: string, now: Date): Promise<void> {
  const sandbox = await db
    .selectFrom('sandboxes')
    .select(['terms', 'status'])
    .where('id', '=', sandboxId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const group = (await groupsBySuffix(db, sandboxId)).get(sandbox.terms.groups[0]!.suffix)
  if (group?.status !== 'ready' || !['provisioning', 'active', 'frozen'].includes(sandbox.status)) return
  const [owners, grants] = await Promise.all([
    db
      .selectFrom('sandbox_owners as o')
      .innerJoin('people as p', 'p.id', 'o.person_id')
      .select('p.id')
      .where('o.sandbox_id', '=', sandboxId)
      .where('p.active', '=', true)
      .orderBy('o.position')
      .execute(),
    db
      .selectFrom('group_assignments')
      .select(['id', 'person_id', 'ends_at', 'granted_by', 'reason'])
      .where('group_id', '=', group.id)
      .where('via', '=', 'admin')
      .where('status', 'in', liveGrants)
      .execute(),
  ])
  const ownerIds = new Set(owners.map(({ id }) => id))
  const formerOwnerGrants = grants.filter(
    (grant) => grant.granted_by === null && grant.reason === ownersReason && !ownerIds.has(grant.person_id),
  )
  await startRevoke(
    { db, jobs },
    { assignmentIds: formerOwnerGrants.map(({ id }) => id), as: 'revoked', now, reason: 'The person no longer owns the sandbox.' },
  )
  const temporaryGrants = grants.filter((grant) => ownerIds.has(grant.person_id) && grant.ends_at !== null)
  for (const { id } of temporaryGrants)
    await updateRow(db, 'group_assignments', id, { ends_at: null, end_set_by: null, remind_at: null, updated_at: now })
  for (const { id: personId } of owners)
    if (!grants.some((grant) => grant.person_id === personId))
      await startGrant({ db, jobs }, { groupId: group.id, personId, via: 'admin', reason: ownersReason, now })
}

/**
 * Grants access to the members that the request named, each in the group with the requested suffix. Existing members, owners, disabled
 * people, and groups that don’t exist are skipped.
 */
export async function addRequestedMembers(
  { db, jobs }: ServiceContext,
  {
    sandboxId,
    members,
    grantedBy,
    now,
  }: { sandboxId: string; members: { personId: string; group: string }[]; grantedBy: string; now: Date },
): Promise<void> {
  if (members.length === 0) return
  const groups = await groupsBySuffix(db, sandboxId)
  const ids = [...groups.values()].map(({ id }) => id)
  const [activeMembers, memberships] = await Promise.all([
    db
      .selectFrom('people')
      .select(['id', isActor({ id: grantedBy }, sql`id`).as('themself')])
      .where('active', '=', true)
      .where(sql<boolean>`id = any (${members.map(({ personId }) => personId)}::uuid[])`)
      .where(sql<boolean>`id not in (select person_id from sandbox_owners where sandbox_id = ${sandboxId})`)
      .execute(),
    db
      .selectFrom('group_assignments')
      .select(['group_id', 'person_id'])
      .where(sql<boolean>`group_id = any (${ids}::uuid[])`)
      .where('status', 'in', liveGrants)
      .execute(),
  ])
  const [peopleById, currentGrants] = [
    new Map(activeMembers.map(({ id, themself }) => [id, themself])),
    new Set(memberships.map((grant) => `${grant.group_id} ${grant.person_id}`)),
  ]
  for (const { personId, group: suffix } of members) {
    const group = groups.get(suffix)
    if (!group || !peopleById.has(personId) || currentGrants.has(`${group.id} ${personId}`)) continue
    currentGrants.add(`${group.id} ${personId}`)
    const reason = 'The person was listed in the sandbox request.'
    // People can’t grant access to themselves. The access of a requester who could grant access was approved with the sandbox, so the grant
    // names no granter.
    const granter = peopleById.get(personId) ? {} : { grantedBy }
    await startGrant({ db, jobs }, { groupId: group.id, personId, via: 'admin', ...granter, reason, now })
  }
}
