import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Verdict } from './access.ts'

/** SQL condition: the person is the actor, under any of their accounts (same employee number). */
export function isActor(actor: { id: string }, personId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`same_human(${personId}, ${actor.id}::uuid)`
}

export async function isSameHuman(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`select same_human(${one}::uuid, ${other}::uuid) as same`.execute(db)
  return rows[0]!.same
}

/** Selects the accounts of a person's human; compares so that both indexes of `people` apply. */
export function accountsOfHuman(db: Db, personId: string) {
  return db
    .selectFrom('people as me')
    .innerJoin('people as p', (join) => join.on(sql<boolean>`p.id = me.id or p.employee_id = me.employee_id`))
    .select(['p.id', 'p.email', 'p.user_principal_name', 'p.employee_id'])
    .where('me.id', '=', personId)
    .execute()
}

/** Returns which of the IDs (in lower case) are accounts of the actor. Unknown people are never the actor's accounts. */
async function accountsOfActor(db: Db, actor: { id: string }, personIds: readonly string[]): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; display_name: string }>`
    select p.id, p.display_name from people p where p.id = any (${[...personIds]}::uuid[]) and ${isActor(actor, sql`p.id`)} order by p.id`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.display_name]))
}

/**
 * Decides on an action that no person can do for themselves, under any of their accounts. The people must be stored before, because an
 * unknown person's human is unknown. @param what the action, after “You can't”
 */
export async function othersOnly(db: Db, actor: { id: string }, personIds: readonly string[], what: string): Promise<Verdict> {
  const own = await accountsOfActor(db, actor, personIds)
  if (own.size === 0) return true
  const [second] = [...own].filter(([id]) => id !== actor.id)
  const which = second && !own.has(actor.id) ? ` ${second[1]} is another account of yours.` : ''
  return `You can't ${what}.${which} Ask someone else to do it.`
}

/** Does the same for lists of people, such as owners: an actor can't add themselves. */
export function othersAdded(
  db: Db,
  actor: { id: string },
  before: readonly { id: string }[],
  after: readonly string[],
  what: string,
): Promise<Verdict> {
  const held = new Set(before.map(({ id }) => id))
  const added = after.map((id) => id.toLowerCase()).filter((id) => !held.has(id))
  return othersOnly(db, actor, added, what)
}
