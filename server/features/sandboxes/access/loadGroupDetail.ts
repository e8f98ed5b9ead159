import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { canSeeContent, presentAssignment, selectAssignments } from './assignments.ts'
import { presentGroup, requireGroup } from './groups.ts'
import { liveGrants } from './members.ts'
import type { SandboxGroupDetail } from './schemas.ts'

const max = 1_000

/**
 * Members are shown only to people in the sandbox.
 * @throws notFound
 */
export async function loadGroupDetail(
  db: Db,
  actor: Person,
  condition: { id: string } | { name: string },
  now: Date,
): Promise<Static<typeof SandboxGroupDetail>> {
  const row = await requireGroup(db, actor, condition)
  const canSee = actor.admin || actor.auditor || canSeeContent(actor, row)
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
