import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { SandboxStatus } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { inOrder } from '../../../http/list.ts'
import { people } from '../../../people/queries.ts'
import { type Place, queuePlaces } from '../provisioning/queue.ts'
import type { SandboxFacts } from './policy.ts'
import { factsOfRow, presentSummary, presentWhole } from './presentSandbox.ts'
import type { Sandbox, SandboxSummary } from './schemas.ts'

const noSuchSandbox = 'There is no such sandbox.'

/** Somebody is in one of a sandbox's groups, or is about to be; of the table `sandboxes`. */
const membership = sql`access_groups g join group_assignments m on m.group_id = g.id
  where g.sandbox_id = sandboxes.id and m.status in ('scheduled', 'granting', 'active')`

export const isMemberOf = (personId: string) => sql<boolean>`exists (select from ${membership} and m.person_id = ${personId})`
export const isOwnerOf = (personId: string) =>
  sql<boolean>`exists (select from sandbox_owners o where o.sandbox_id = sandboxes.id and o.person_id = ${personId})`

/** Sandboxes of a person: owned, or in one of their groups. An array, so that it is read once and each sandbox is found by its id. */
export const idsOf = (personId: string) => sql<string[]>`array(
  select o.sandbox_id from sandbox_owners o where o.person_id = ${personId}
  union
  select g.sandbox_id from group_assignments m join access_groups g on g.id = m.group_id
  where m.person_id = ${personId} and m.status in ('scheduled', 'granting', 'active') and g.sandbox_id is not null)`

/** That these may know there is one: those of hidden templates are for whoever is in them, administrators and auditors. */
export function seenBy(actor: Person): RawBuilder<boolean> {
  if (actor.admin || actor.auditor) return sql<boolean>`true`
  return sql<boolean>`(sandboxes.template_id <> all (array(select t.id from sandbox_templates t where t.visibility = 'hidden'))
    or sandboxes.id = any (${idsOf(actor.id)}))`
}

/** Sandboxes with their template, tower, owners and the number of other people in them, in one query. */
export function selectSandboxes(db: Db) {
  return db
    .selectFrom('sandboxes')
    .innerJoin('sandbox_templates', 'sandbox_templates.id', 'sandboxes.template_id')
    .innerJoin('towers', 'towers.id', 'sandboxes.tower_id')
    .selectAll('sandboxes')
    .select([
      'sandbox_templates.name as template_name',
      'towers.name as tower_name',
      people(sql`sandbox_owners`, sql`l.sandbox_id = sandboxes.id`).as('owners'),
      sql<number>`(select count(distinct m.person_id) from ${membership}
        and not exists (select from sandbox_owners o where o.sandbox_id = sandboxes.id and o.person_id = m.person_id))`.as('member_count'),
    ])
}

/** What depends on who asks. */
export function selectFor(db: Db, actor: Person) {
  return selectSandboxes(db).select(isMemberOf(actor.id).as('member'))
}
export type SandboxRow = Awaited<ReturnType<ReturnType<typeof selectFor>['executeTakeFirstOrThrow']>>

/** Places in the queue, which is looked at only where something of this waits in it. */
async function placesOf(db: Db, rows: { status: SandboxStatus }[], now: Date): Promise<Map<string, Place>> {
  return rows.some((row) => row.status === 'queued') ? queuePlaces(db, now) : new Map()
}

/** In the order of the ids; those that are not there, or that the actor may not know of, are left out. */
export async function readSandboxes(db: Db, actor: Person, ids: string[], now: Date): Promise<SandboxSummary[]> {
  if (ids.length === 0) return []
  const rows = await selectFor(db, actor).where('sandboxes.id', 'in', ids).where(seenBy(actor)).execute()
  const places = await placesOf(db, rows, now)
  return inOrder(ids, rows).map((row) => presentSummary(actor, row, now, places.get(row.id)))
}

/** The whole of it. @throws notFound also for one that the actor may not know of */
export async function readSandbox(db: Db, actor: Person, id: string, now: Date): Promise<Sandbox> {
  const row = await selectFor(db, actor).where('sandboxes.id', '=', id).where(seenBy(actor)).executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchSandbox)
  const places = await placesOf(db, [row], now)
  return presentWhole(db, actor, row, now, places.get(row.id))
}

/** Who is in it and in what state it is, for those who look at something inside. @throws notFound also for one that the actor may not know of */
export async function lookInto(db: Db, actor: Person, id: string, now: Date) {
  const row = await selectFor(db, actor).where('sandboxes.id', '=', id).where(seenBy(actor)).executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchSandbox)
  return { id: row.id, row, facts: factsOfRow(row, false, now) }
}

/** The row with its owners, in order, which nobody else changes until this transaction ends. @throws notFound */
export async function lockSandbox(db: Db, id: string) {
  const row = await db.selectFrom('sandboxes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchSandbox)
  const owners = await db.selectFrom('sandbox_owners').select('person_id').where('sandbox_id', '=', id).orderBy('position').execute()
  return { ...row, ownerIds: owners.map((owner) => owner.person_id) }
}
export type LockedSandbox = Awaited<ReturnType<typeof lockSandbox>>

/** What the policy wants to know of a locked sandbox. */
export async function sandboxFacts(db: Db, actor: Person, sandbox: LockedSandbox, now: Date): Promise<SandboxFacts> {
  const beside = await db
    .selectFrom('sandboxes')
    .select([
      isMemberOf(actor.id).as('member'),
      sql<boolean>`exists (select from sandbox_requests r
        where r.sandbox_id = sandboxes.id and r.kind = 'extension' and r.status in ('pending_approval', 'changes_requested'))`.as(
        'extends',
      ),
    ])
    .where('id', '=', sandbox.id)
    .executeTakeFirstOrThrow()
  const owners = sandbox.ownerIds.map((id) => ({ id }))
  return factsOfRow({ ...sandbox, owners, member: beside.member }, beside.extends, now)
}
