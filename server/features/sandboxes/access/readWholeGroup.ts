import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { canSeeInside, presentAssignment, selectAssignments } from './assignments.ts'
import { presentGroup, requireGroup } from './groups.ts'
import { liveGrants } from './members.ts'
import type { WholeSandboxGroup } from './schemas.ts'

const max = 1_000

/** Reads a sandbox group. Its members are shown to people in the sandbox only. @throws notFound */
export async function readWholeGroup(
  db: Db,
  actor: Person,
  condition: { id: string } | { name: string },
  now: Date,
): Promise<Static<typeof WholeSandboxGroup>> {
  const row = await requireGroup(db, actor, condition)
  const canSee = actor.admin || actor.auditor || canSeeInside(actor, row)
  const group = { ...presentGroup(actor, row, now), directoryGroupId: canSee ? row.directory_group_id : null }
  if (!canSee) return group
  const members = await selectAssignments(db, actor)
    .where('m.group_id', '=', row.id)
    .where('m.status', 'in', [...liveGrants, 'revoking'])
    .orderBy(sql`m.ends_at nulls first`)
    .orderBy('m.id')
    .limit(max)
    .execute()
  const shownMembers = members.map((member) => presentAssignment(actor, member, now))
  return { ...group, members: [...shownMembers.filter(({ asOwner }) => asOwner), ...shownMembers.filter(({ asOwner }) => !asOwner)] }
}
