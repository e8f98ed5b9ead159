import { sql } from 'kysely'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import type { Notification } from '../../../notifications/notification.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { syncOwnerAccess } from '../access/members.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { type LockedSandbox, lockSandbox } from '../sandboxes/queries.ts'
import { startDeletion } from './transitions.ts'

const maxBatchSize = 500
const ownerlessDays = 7
const deletableStatuses = ['queued', 'failed', 'active', 'frozen']

/**
 * Removes disabled people as owners. If no owner remains, the manager of the requester becomes the owner. If there is no manager either,
 * the sandbox is deleted after some days. Runs every minute; each sandbox has its own transaction.
 */
export async function replaceSandboxOwners({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct s.id from people p join sandbox_owners o on o.person_id = p.id join sandboxes s on s.id = o.sandbox_id
    where not p.active and s.status not in ('deleted', 'quarantined') and s.removing_at is null
    order by s.id limit ${maxBatchSize}`.execute(db)
  const problems: unknown[] = []
  for (const { id } of rows)
    await inTransaction(db, (tx) => reconcileSandbox({ db: tx, jobs }, id, now())).catch((error: unknown) => problems.push(error))
  if (problems.length > 0) throw new AggregateError(problems, `Couldn’t update the owners of ${problems.length} sandboxes.`)
}

async function reconcileSandbox({ db, jobs }: { db: Db; jobs: Jobs }, id: string, now: Date): Promise<void> {
  const sandbox = await lockSandbox(db, id)
  const owners = await db
    .selectFrom('people')
    .select(['id', 'display_name', 'active', 'manager_id'])
    .where('id', 'in', sandbox.ownerIds)
    .execute()
  const formerOwners = owners.filter(({ active }) => !active)
  if (formerOwners.length === 0) return
  const departedNames = formerOwners.map((owner) => owner.display_name).join(', ')
  const activeOwners = owners.filter(({ active }) => active)
  if (activeOwners.length > 0) {
    await assignSuccessor({ db, jobs }, sandbox, {
      formerOwners,
      successorId: null,
      text: `${departedNames} left; the other owners keep the sandbox`,
      now,
    })
    return notifyOwners(db, sandbox, activeOwners, {
      title: `${departedNames} no longer ${formerOwners.length === 1 ? 'owns' : 'own'} ${sandbox.name}`,
      body: 'They were disabled in the directory. The other owners keep the sandbox.',
      key: `ownersLeft:${id}:${sandbox.version}`,
    })
  }
  const successor = await findSuccessor(db, sandbox, formerOwners)
  if (successor) {
    const text = `${departedNames} left; ${successor.display_name} is the owner now`
    await assignSuccessor({ db, jobs }, sandbox, { formerOwners, successorId: successor.id, text, now })
    return notifyOwners(db, sandbox, [successor], {
      title: `You now own ${sandbox.name}`,
      body: `${departedNames} left, and no other owner remained. Hand over the sandbox, or delete it.`,
      key: `successor:${id}:${sandbox.version}`,
    })
  }
  await markOwnerless({ db, jobs }, sandbox, departedNames, now)
}

interface FormerOwner {
  id: string
  manager_id: string | null
}

async function findSuccessor(
  db: Db,
  sandbox: LockedSandbox,
  formerOwners: FormerOwner[],
): Promise<{ id: string; display_name: string } | undefined> {
  const requester = await db.selectFrom('people').select('manager_id').where('id', '=', sandbox.requester_id).executeTakeFirstOrThrow()
  const candidates = [requester.manager_id, ...formerOwners.map((owner) => owner.manager_id)].filter((id) => id !== null)
  if (candidates.length === 0) return undefined
  const active = await db
    .selectFrom('people')
    .select(['id', 'display_name'])
    .where('id', 'in', candidates)
    .where('active', '=', true)
    .execute()
  return candidates.map((id) => active.find((person) => person.id === id)).find((person) => person !== undefined)
}

async function assignSuccessor(
  { db, jobs }: { db: Db; jobs: Jobs },
  sandbox: LockedSandbox,
  { formerOwners, successorId, text, now }: { formerOwners: FormerOwner[]; successorId: string | null; text: string; now: Date },
): Promise<void> {
  await db
    .deleteFrom('sandbox_owners')
    .where('sandbox_id', '=', sandbox.id)
    .where(
      'person_id',
      'in',
      formerOwners.map(({ id }) => id),
    )
    .execute()
  if (successorId) await db.insertInto('sandbox_owners').values({ sandbox_id: sandbox.id, person_id: successorId, position: 0 }).execute()
  await db.updateTable('sandboxes').set({ version: sql`version + 1`, updated_at: now }).where('id', '=', sandbox.id).execute()
  const formerOwnerIds = formerOwners.map(({ id }) => id)
  await recordSystemEvent(db, {
    action: 'sandboxOwnersChanged',
    subject: { kind: 'sandbox', id: sandbox.id },
    before: { ownerIds: sandbox.ownerIds },
    after: { ownerIds: [...sandbox.ownerIds.filter((id) => !formerOwnerIds.includes(id)), ...(successorId ? [successorId] : [])] },
    reason: `${text}.`,
  })
  await syncOwnerAccess({ db, jobs }, sandbox.id, now)
  await recordEvent(db, { sandboxId: sandbox.id, kind: 'owners', text, key: `owners:${sandbox.version + 1}`, now })
  await publishChange(db, { kind: 'sandbox', id: sandbox.id })
}

async function markOwnerless(context: { db: Db; jobs: Jobs }, sandbox: LockedSandbox, departedNames: string, now: Date): Promise<void> {
  const { db } = context
  const key = `ownerless:${[...sandbox.ownerIds].sort().join(',')}`
  const text = `${departedNames} left, and no owner remains`
  if (await recordEvent(db, { sandboxId: sandbox.id, kind: 'ownerless', text, key, now })) {
    const { rows } = await sql<{ id: string }>`select distinct p.id
      from approval_policies a cross join jsonb_array_elements(a.stages) stage
      join directory_group_members g on g.group_id = (stage->'rule'->>'fallbackGroupId')::uuid join people p on p.id = g.person_id and p.active
      where a.subject_kind = 'sandboxRequest' and a.active`.execute(db)
    await notifyOwners(db, sandbox, rows, {
      title: `${sandbox.name} has no owner`,
      body: `${departedNames} left. Ask an administrator to set an owner; otherwise the sandbox is deleted in ${ownerlessDays} days.`,
      key: `${key}:${sandbox.id}`,
    })
    return publishChange(db, { kind: 'sandbox', id: sandbox.id })
  }
  const { at } = await db
    .selectFrom('sandbox_events')
    .select('at')
    .where('sandbox_id', '=', sandbox.id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (now.getTime() < at.getTime() + ownerlessDays * 86_400_000 || !deletableStatuses.includes(sandbox.status)) return
  await startDeletion(context, { sandboxId: sandbox.id, by: null, cause: 'admin', reason: 'The sandbox had no owner for a week.', now })
}

function notifyOwners(
  db: Db,
  { id }: LockedSandbox,
  people: { id: string }[],
  notification: Pick<Notification, 'title' | 'body' | 'key'>,
): Promise<void> {
  const ids = people.map((person) => person.id)
  return notify(db, ids, { kind: 'sandboxOwners', subjectKind: 'sandbox', subjectId: id, ...notification })
}
