import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { othersOnly } from '../../../auth/sameHuman.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { Failure, type FieldProblem } from '../../../errors.ts'
import { findPeopleByName, rememberPeople } from '../../../people/requirePeople.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startGrants } from '../../access/assignments/grant/startGrant.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { type GroupRow, groupRows } from './groups.ts'
import { liveGrants } from './members.ts'
import { suffixOf } from './names.ts'
import { canAddMembers } from './policy.ts'
import { endsBefore } from './requireWithin.ts'

export interface Invitation {
  personId: string
  endsAt?: string | null
}
interface Admission {
  group: GroupRow & { max_members: number }
  wishes: Invitation[]
  /** Names the field of the request body for an error about this person. */
  field: (index: number, part: 'personId' | 'endsAt') => string
  reason: string | undefined
  found: Awaited<ReturnType<typeof findPeopleByName>>
}
type World = { db: Db; jobs: Jobs; config: Config; actor: Person; now: () => Date; allow: (verdict: Verdict) => void }

/** Looks people up in the directory, before the transaction, but only for callers who can grant access. */
export async function findInvitedPeople(
  { db, clients, actor, now }: { db: Db; clients: Clients; actor: Person; now: () => Date },
  groupId: string,
  wishes: Invitation[],
): Promise<Admission['found']> {
  const group = await groupRows(db, actor).where('g.id', '=', groupId).executeTakeFirst()
  if (!group || canAddMembers(actor, group) !== true) return []
  return findPeopleByName(
    { db, clients, now },
    wishes.map(({ personId }) => personId.toLowerCase()),
  )
}

/**
 * Grants several people access to a locked group of a sandbox, all or none; an error names each rejected person with the reason. People
 * can’t grant access to themselves, with any of their accounts.
 * @returns assignment ids in the order of the people
 * @throws invalidRequest
 */
export async function addMembers(
  { db, jobs, config, actor, now, allow }: World,
  { group, wishes, field, reason, found }: Admission,
): Promise<string[]> {
  await rememberPeople(db, config, found)
  const members = wishes.map(({ personId, endsAt }) => ({ personId: personId.toLowerCase(), endsAt: endsAt ? new Date(endsAt) : null }))
  allow(
    await othersOnly(
      db,
      actor,
      members.map(({ personId }) => personId),
      'add yourself',
    ),
  )
  const errors = await problemsOf(db, group, members, field, now())
  if (errors.length > 0) throw new Failure('invalidRequest', summaryOf(errors, wishes.length), { errors })
  const ids = await startGrants(
    { db, jobs },
    group.id,
    members.map((member) => ({ ...member, via: 'admin', grantedBy: actor.id, ...(reason ? { reason } : {}), now: now() })),
  )
  const names = await db.selectFrom('people').select('display_name').where('id', '=', members[0]!.personId).executeTakeFirstOrThrow()
  const others = members.length - 1
  const whom = `${names.display_name}${others > 0 ? ` and ${others} more` : ''}`
  await recordEvent(db, {
    sandboxId: group.sandbox_id!,
    kind: 'memberIn',
    text: `${actor.displayName} let ${whom} into ${group.name}`,
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

async function problemsOf(
  db: Db,
  group: Admission['group'],
  members: Member[],
  field: Admission['field'],
  now: Date,
): Promise<FieldProblem[]> {
  const ids = [...new Set(members.map(({ personId }) => personId))]
  const [people, inside] = await Promise.all([
    // The lock keeps these people from being disabled during the transaction.
    db.selectFrom('people').select(['id', 'active', 'display_name']).where('id', 'in', ids).orderBy('id').forShare().execute(),
    db
      .selectFrom('group_assignments as m')
      .innerJoin('access_groups as g', 'g.id', 'm.group_id')
      .select(['m.person_id', 'm.group_id'])
      .where('g.sandbox_id', '=', group.sandbox_id!)
      .where('m.status', 'in', liveGrants)
      .execute(),
  ])
  const known = new Map(people.map((person) => [person.id, person]))
  const owners = new Set(group.owners.map(({ id }) => id))
  const inIt = new Set(inside.filter((grant) => grant.group_id === group.id).map((grant) => grant.person_id))
  // Owners don’t count towards the limit, because a sandbox can always have five.
  const counted = new Set(inside.map((grant) => grant.person_id).filter((id) => !owners.has(id)))
  const forOwners = suffixOf(group.name) === group.owners_suffix
  const seen = new Set<string>()
  const errors: FieldProblem[] = []
  for (const [index, { personId, endsAt }] of members.entries()) {
    const person = known.get(personId)
    const wrong = (message: string, part: 'personId' | 'endsAt' = 'personId') => errors.push({ field: field(index, part), message })
    if (seen.has(personId)) wrong('appears twice')
    else if (!person) wrong('isn’t a person in the directory')
    else if (!person.active) wrong(`${person.display_name} is disabled in the directory`)
    else if (forOwners && owners.has(personId)) wrong(`${person.display_name} owns the sandbox and already has this access`)
    else if (inIt.has(personId)) wrong(`${person.display_name} already has access; change the end date instead`)
    else if (endsAt && endsAt <= now) wrong('must be in the future', 'endsAt')
    else if (endsAt && group.lease_end && endsAt > group.lease_end) wrong(endsBefore(group.lease_end), 'endsAt')
    else if (!owners.has(personId) && counted.add(personId).size > group.max_members)
      wrong(`exceeds the limit of ${group.max_members} members beside the owners`)
    seen.add(personId)
  }
  return errors
}

function summaryOf(errors: FieldProblem[], wished: number): string {
  if (wished === 1) return `Access wasn’t granted: ${errors[0]!.message}.`
  return `Access wasn’t granted to anyone: ${errors.length} of the ${wished} people can’t be added. Correct or remove them, then send the list again.`
}
