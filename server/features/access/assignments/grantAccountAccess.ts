import { Type } from 'typebox'
import { excludesActor } from '../../../auth/sameIdentity.ts'
import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { fetchUnknownPeople, requirePeople, upsertPeople } from '../../../people/requirePeople.ts'
import { Uuid } from '../../../people/schemas.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { canGrant } from '../../accounts/groups/assignmentPolicy.ts'
import { conflictsInDirectory, conflictsOf } from '../groups/conflicts.ts'
import { groupIdOf, loadAssignmentRow, presentAssignment } from './assignments.ts'
import { startGrant } from './grant/startGrant.ts'
import { requireDuration } from './requireDuration.ts'
import { requireFuture } from './requireFuture.ts'
import { AssignmentId, DurationHours, EndsAt, ReasonSchema, StartsAt, UserGroupAssignment } from './schemas.ts'

const hourMs = 3_600_000
const maxStartDelayMs = 365 * 24 * hourMs

export const grantAccountAccess = operation({
  id: 'grantAccountAccess',
  method: 'POST',
  path: '/account-access/{id}',
  tag: 'account-access',
  summary: 'Grant access to a group without a request',
  description:
    'Administrators can’t grant access to themselves. `id` is the ID of the group or of any assignment in it. Without `durationHours` and `endsAt`, or with null, access is permanent if the group allows it. Set `startsAt` to start later.',
  access: 'admin',
  stepUp: 'privileged',
  params: AssignmentId,
  body: Type.Object(
    {
      personId: Uuid,
      reason: ReasonSchema,
      startsAt: Type.Optional(StartsAt),
      endsAt: Type.Optional(EndsAt),
      durationHours: Type.Optional(DurationHours),
      despiteConflicts: Type.Optional(
        Type.Boolean({ description: 'Whether to grant access even if a separation-of-duties rule applies.' }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: { 201: UserGroupAssignment },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  async prepare(preparation) {
    const { personId } = preparation.body
    const groupId = await groupIdOf(preparation.db, preparation.params.id)
    const [foundPeople, conflicting] = await Promise.all([
      fetchUnknownPeople(preparation, [personId]),
      conflictsInDirectory(preparation, groupId, personId),
    ])
    return { groupId, foundPeople, conflicting }
  },
  async handler({ db, jobs, config, actor, body, now, allow, audit, changed }, { groupId, foundPeople, conflicting }) {
    const personId = body.personId.toLowerCase()
    const group = await db
      .selectFrom('access_groups')
      .selectAll()
      .$narrowType<{ account_id: string }>()
      .where('account_id', 'is not', null)
      .where('id', '=', groupId)
      .where('status', '<>', 'deleted')
      .forUpdate()
      .executeTakeFirst()
    if (!group) throw new Failure('notFound', 'This access group doesn’t exist.')
    audit({ subject: { kind: 'accessGroup', id: group.id } })
    await upsertPeople(db, config, foundPeople)
    allow(await excludesActor(db, actor, [personId], 'grant access to yourself'))
    const account = await loadAccount(db, actor, group.account_id)
    await requirePeople(db, config, 'personId', [personId], foundPeople)
    const existingAssignments = await db
      .selectFrom('group_assignments')
      .select(['status', 'ends_at'])
      .where('group_id', '=', group.id)
      .where('person_id', '=', personId)
      .where('status', 'in', ['scheduled', 'granting', 'active'])
      .executeTakeFirst()
    requireState(canGrant(account, group, existingAssignments))
    const { startsAt, endsAt, hours } = timesOf(body, now())
    requireDuration(group.max_duration_hours, hours, body.durationHours == null ? 'endsAt' : 'durationHours')
    const conflicts = await conflictsOf(db, group.id, personId, conflicting)
    if (conflicts.length > 0 && !body.despiteConflicts)
      throw new Failure('conflict', `${describeConflicts(conflicts)} Confirm that they should have both, or choose another group.`)
    const { assignmentId } = await startGrant(
      { db, jobs },
      {
        groupId: group.id,
        personId,
        via: 'admin',
        grantedBy: actor.id,
        reason: body.reason.trim(),
        startsAt,
        endsAt,
        durationHours: body.durationHours ?? null,
        now: now(),
      },
    )
    audit({ subject: { kind: 'groupAssignment', id: assignmentId }, after: { ...body, group: group.name, conflicts } })
    await changed('groupAssignment', assignmentId)
    const grantedAssignment = presentAssignment(actor, await loadAssignmentRow(db, actor, assignmentId), now())
    return reply(201, grantedAssignment, { location: `/account-access/${assignmentId}` })
  },
})

function describeConflicts(conflicts: { name: string; reason: string; holds: 'member' | 'requested' }[]): string {
  return conflicts
    .map(
      ({ name, reason, holds }) =>
        `They ${holds === 'member' ? 'are in' : 'requested'} ${name}, and a separation-of-duties rule applies: ${reason}`,
    )
    .join(' ')
}

/** @throws invalidRequest */
function timesOf(body: { startsAt?: string | null; endsAt?: string | null; durationHours?: number | null }, now: Date) {
  const startsAt = body.startsAt ? new Date(body.startsAt) : now
  const endsAt = body.endsAt ? new Date(body.endsAt) : null
  const invalidField = (field: string, message: string) => new Failure('invalidRequest', message, { errors: [{ field, message }] })
  if (endsAt && body.durationHours != null) throw invalidField('endsAt', 'Send an end date or a duration, not both.')
  if (body.startsAt) requireFuture('startsAt', startsAt, now)
  if (startsAt.getTime() > now.getTime() + maxStartDelayMs) throw invalidField('startsAt', 'The start can be at most a year from now.')
  requireFuture('endsAt', endsAt, startsAt)
  const hours = endsAt ? (endsAt.getTime() - startsAt.getTime()) / hourMs : (body.durationHours ?? null)
  return { startsAt, endsAt, hours }
}
