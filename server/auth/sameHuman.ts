import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Verdict } from './access.ts'

/** SQL: whether the person of this id is the actor, by whichever of their accounts (same employee number). */
export function isActor(actor: { id: string }, personId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`same_human(${personId}, ${actor.id}::uuid)`
}

/** Whether two people are one human: the same account, or two accounts with one employee number. */
export async function isSameHuman(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`select same_human(${one}::uuid, ${other}::uuid) as same`.execute(db)
  return rows[0]!.same
}

/** The accounts of the human whose account this is; compared so that both indexes of `people` serve. */
export function accountsOfHuman(db: Db, personId: string) {
  return db
    .selectFrom('people as me')
    .innerJoin('people as p', (join) => join.on(sql<boolean>`p.id = me.id or p.employee_id = me.employee_id`))
    .select(['p.id', 'p.email', 'p.user_principal_name', 'p.employee_id'])
    .where('me.id', '=', personId)
    .execute()
}

/** Those of the ids, in lower case, that are accounts of the actor. People whom the database does not know are nobody's account. */
async function accountsOfActor(db: Db, actor: { id: string }, personIds: readonly string[]): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; display_name: string }>`
    select p.id, p.display_name from people p where p.id = any (${[...personIds]}::uuid[]) and ${isActor(actor, sql`p.id`)} order by p.id`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.display_name]))
}

/**
 * The verdict on doing something for people where no one may do it for themself, by whichever of their accounts. People must have been
 * written down before: whose account a stranger's is cannot be known. @param what in words, behind “You can't”
 */
export async function othersOnly(db: Db, actor: { id: string }, personIds: readonly string[], what: string): Promise<Verdict> {
  const own = await accountsOfActor(db, actor, personIds)
  if (own.size === 0) return true
  const [second] = [...own].filter(([id]) => id !== actor.id)
  const which = second && !own.has(actor.id) ? ` ${second[1]} is another account of yours.` : ''
  return `You can't ${what}.${which} Ask someone else to do it.`
}

/** The same for a list of people who hold something, such as owners: nobody puts themself among them who is not there already. */
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
