import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { Db } from '../../../db/database.ts'
import { NonRetryableError, type Step, Wait } from '../../../workflows/workflow.ts'
import type { OwningResource } from '../../accounts/accounts/owningResource.ts'
import { invalidateMembers } from '../../accounts/groups/directory.ts'
import { directoryTimeoutMinutes, waitForDirectory } from './waitForDirectory.ts'

export interface Membership {
  groupId: string
  directoryGroupId: string
  home: OwningResource
  personId: string
}

async function isJustified(db: Db, { groupId, personId }: Pick<Membership, 'groupId' | 'personId'>): Promise<boolean> {
  const grant = await db
    .selectFrom('group_assignments')
    .select('id')
    .where('group_id', '=', groupId)
    .where('person_id', '=', personId)
    .where('status', 'in', ['granting', 'active'])
    .limit(1)
    .executeTakeFirst()
  return grant !== undefined
}

export async function justifiedAmong<M extends Pick<Membership, 'groupId' | 'personId'>>(db: Db, memberships: M[]): Promise<Set<M>> {
  if (memberships.length === 0) return new Set()
  const [groups, people] = [memberships.map(({ groupId }) => groupId), memberships.map(({ personId }) => personId)]
  const { rows } = await sql<{ group: string; person: string }>`
    select m.group_id as group, m.person_id as person from group_assignments m
    join unnest(${groups}::uuid[], ${people}::uuid[]) as x (group_id, person_id) on m.group_id = x.group_id and m.person_id = x.person_id
    where m.status in ('granting', 'active')`.execute(db)
  const justified = new Set(rows.map(({ group, person }) => `${group} ${person}`))
  return new Set(memberships.filter(({ groupId, personId }) => justified.has(`${groupId} ${personId}`)))
}

/** Returns whether the person is a direct member. A group that was deleted has no members. */
async function isMember(clients: Clients, { directoryGroupId, personId }: Membership): Promise<boolean> {
  try {
    const members = await clients.graph.listDirectMembers(directoryGroupId)
    return members.some((member) => member.id.toLowerCase() === personId)
  } catch (error) {
    if (error instanceof ExternalError && error.status === 404) return false
    throw error
  }
}

/**
 * Makes the directory match the record. The record is read again after each change, because a grant and a revocation can run at the same
 * time, and the slower run would otherwise apply an outdated record.
 */
export async function reconcileMembership({ db, clients }: { db: Db; clients: Clients }, membership: Membership): Promise<void> {
  const { directoryGroupId, personId } = membership
  for (let justified = await isJustified(db, membership); ; justified = !justified) {
    if (!justified) await clients.graph.removeGroupMember(directoryGroupId, personId)
    else if (!(await isMember(clients, membership))) await clients.graph.addGroupMember(directoryGroupId, personId)
    if ((await isJustified(db, membership)) === justified) return
  }
}

async function requireActive(db: Db, { personId }: Membership): Promise<void> {
  const person = await db.selectFrom('people').select('active').where('id', '=', personId).executeTakeFirstOrThrow()
  if (!person.active) throw new NonRetryableError('personGone', 'The person was disabled in the directory, so no access was granted.')
}

/**
 * The two steps that add (`wantsMember`) or remove a membership. A membership that another grant justifies stays, and a grant that ended
 * before its run started doesn't add a membership.
 */
export function membershipSteps<Input extends Membership & { written?: boolean }>(wantsMember: boolean): Step<Input>[] {
  return [
    {
      name: 'updateDirectory',
      title: 'Update the directory',
      timeoutMinutes: directoryTimeoutMinutes,
      async run({ db, clients, input, checkpoint, saveCheckpoint }) {
        if (!checkpoint['written'] && !input.written && (await isJustified(db, input)) !== wantsMember) return {}
        if (wantsMember) await requireActive(db, input)
        // An interrupted attempt might have changed the directory already. The next attempt reads the directory and corrects the
        // membership.
        await saveCheckpoint({ written: true })
        return (await waitForDirectory(() => reconcileMembership({ db, clients }, input))) ?? {}
      },
    },
    {
      name: 'confirmDirectory',
      title: 'Confirm the change in the directory',
      timeoutMinutes: directoryTimeoutMinutes,
      async run({ db, clients, input, checkpoint, saveCheckpoint }) {
        if ((await isJustified(db, input)) !== wantsMember) return {}
        const isMemberNow = await waitForDirectory(() => isMember(clients, input))
        if (isMemberNow instanceof Wait) return isMemberNow
        if (isMemberNow === wantsMember) {
          invalidateMembers(clients, input.home)
          return {}
        }
        // The first check can be too early. If a later check still finds a difference, the change was lost or undone, and is made again.
        const correction = checkpoint['looked']
          ? await waitForDirectory(() => reconcileMembership({ db, clients }, input))
          : await saveCheckpoint({ looked: true })
        return (
          correction ??
          new Wait(`The directory accepted the change but ${wantsMember ? 'doesn’t list the member yet' : 'still lists the member'}.`)
        )
      },
    },
  ]
}
