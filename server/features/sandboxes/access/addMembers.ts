import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { excludesActor } from '../../../auth/sameIdentity.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { Failure, type FieldProblem } from '../../../errors.ts'
import { fetchUnknownPeople, upsertPeople } from '../../../people/requirePeople.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startGrants } from '../../access/assignments/grant/startGrant.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { type GroupRow, groupRows } from './groups.ts'
import { liveGrants } from './members.ts'
import { suffixOf } from './names.ts'
import { canAddMembers } from './policy.ts'
import { endsBefore } from './requireBeforeEnd.ts'

export interface Invitation {
  personId: string
  endsAt?: string | null
}
interface MemberAddition {
  group: GroupRow & { max_members: number }
  requestedMembers: Invitation[]
  field: (index: number, fieldName: 'personId' | 'endsAt') => string
  reason: string | undefined
  found: Awaited<ReturnType<typeof fetchUnknownPeople>>
}
type ServiceContext = { db: Db; jobs: Jobs; config: Config; actor: Person; now: () => Date; allow: (verdict: Verdict) => void }

/** Looks people up in the directory, before the transaction, but only if the caller can grant access. */
export async function findInvitedPeople(
  { db, clients, actor, now }: { db: Db; clients: Clients; actor: Person; now: () => Date },
  groupId: string,
  requestedMembers: Invitation[],
): Promise<MemberAddition['found']> {
  const group = await groupRows(db, actor).where('g.id', '=', groupId).executeTakeFirst()
  if (!group || canAddMembers(actor, group) !== true) return []
  return fetchUnknownPeople(
    { db, clients, now },
    requestedMembers.map(({ personId }) => personId.toLowerCase()),
  )
}

/**
 * Grants several people access to a locked group of a sandbox, either all of them or none. An error names each rejected person with the
 * reason. People can’t grant access to themselves, with any of their user accounts.
 * @returns assignment IDs in the order of the people
 * @throws invalidRequest
 */
export async function addMembers(
  { db, jobs, config, actor, now, allow }: ServiceContext,
  { group, requestedMembers, field, reason, found }: MemberAddition,
): Promise<string[]> {
  await upsertPeople(db, config, found)
  const members = requestedMembers.map(({ personId, endsAt }) => ({
    personId: personId.toLowerCase(),
    endsAt: endsAt ? new Date(endsAt) : null,
  }))
  allow(
    await excludesActor(
      db,
      actor,
      members.map(({ personId }) => personId),
      'add yourself',
    ),
  )
  const errors = await problemsOf(db, group, members, field, now())
  if (errors.length > 0) throw new Failure('invalidRequest', summaryOf(errors, requestedMembers.length), { errors })
  const ids = await startGrants(
    { db, jobs },
    group.id,
    members.map((member) => ({ ...member, via: 'admin', grantedBy: actor.id, ...(reason ? { reason } : {}), now: now() })),
  )
  const names = await db.selectFrom('people').select('display_name').where('id', '=', members[0]!.personId).executeTakeFirstOrThrow()
  const otherCount = members.length - 1
  const invitedText = `${names.display_name}${otherCount > 0 ? ` and ${otherCount} more` : ''}`
  await recordEvent(db, {
    sandboxId: group.sandbox_id!,
    kind: 'memberIn',
    text: `${actor.displayName} granted ${invitedText} access to ${group.name}`,
    personId: actor.id,
    key: `grantAccessTo:${ids[0]}`,
    now: now(),
  })
  return ids
}

interface Member {
  personId: string
  endsAt: Date | null
}

export const memberProblems = {
  owner: (name: string) => `${name} owns the sandbox and already has this access`,
  member: (name: string) => `${name} already has access. Change the end date instead`,
}

async function problemsOf(
  db: Db,
  group: MemberAddition['group'],
  members: Member[],
  field: MemberAddition['field'],
  now: Date,
): Promise<FieldProblem[]> {
  const ids = [...new Set(members.map(({ personId }) => personId))]
  const [people, sandboxGrants] = await Promise.all([
    // While their rows are locked, these people can't be disabled.
    db.selectFrom('people').select(['id', 'active', 'display_name']).where('id', 'in', ids).orderBy('id').forShare().execute(),
    db
      .selectFrom('group_assignments as m')
      .innerJoin('access_groups as g', 'g.id', 'm.group_id')
      .select(['m.person_id', 'm.group_id'])
      .where('g.sandbox_id', '=', group.sandbox_id!)
      .where('m.status', 'in', liveGrants)
      .execute(),
  ])
  const peopleById = new Map(people.map((person) => [person.id, person]))
  const owners = new Set(group.owners.map(({ id }) => id))
  const currentMemberIds = new Set(sandboxGrants.filter((grant) => grant.group_id === group.id).map((grant) => grant.person_id))
  // Owners don’t count towards the limit, so that a sandbox can always have five owners.
  const countedPeople = new Set(sandboxGrants.map((grant) => grant.person_id).filter((id) => !owners.has(id)))
  const forOwners = suffixOf(group.name) === group.owners_suffix
  const seenPersonIds = new Set<string>()
  const errors: FieldProblem[] = []
  for (const [index, { personId, endsAt }] of members.entries()) {
    const person = peopleById.get(personId)
    const addProblem = (message: string, fieldName: 'personId' | 'endsAt' = 'personId') =>
      errors.push({ field: field(index, fieldName), message })
    if (seenPersonIds.has(personId)) addProblem('appears twice')
    else if (!person) addProblem('isn’t a person in the directory')
    else if (!person.active) addProblem(`${person.display_name} is disabled in the directory`)
    else if (forOwners && owners.has(personId)) addProblem(memberProblems.owner(person.display_name))
    else if (currentMemberIds.has(personId)) addProblem(memberProblems.member(person.display_name))
    else if (endsAt && endsAt <= now) addProblem('must be in the future', 'endsAt')
    else if (endsAt && group.lease_end && endsAt > group.lease_end) addProblem(endsBefore(group.lease_end), 'endsAt')
    else if (!owners.has(personId) && countedPeople.add(personId).size > group.max_members)
      addProblem(`exceeds the limit of ${group.max_members} members in addition to the owners`)
    seenPersonIds.add(personId)
  }
  return errors
}

function summaryOf(errors: FieldProblem[], invitedCount: number): string {
  if (invitedCount === 1) return `Access wasn’t granted: ${errors[0]!.message}.`
  return `Access wasn’t granted to anyone: ${errors.length} of the ${invitedCount} people can’t be added. Correct or remove these people, then try again.`
}
