import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Verdict } from './access.ts'

/** SQL condition: `personId` is one of the actor's user accounts, which share an employee number. */
export function isActor(actor: { id: string }, personId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`same_identity(${personId}, ${actor.id}::uuid)`
}

export async function isSameIdentity(db: Db, firstId: string, secondId: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`select same_identity(${firstId}::uuid, ${secondId}::uuid) as same`.execute(db)
  return rows[0]!.same
}

/** Selects all user accounts of the same person. The comparison is written so that both indexes of `people` are used. */
export function findLinkedUsers(db: Db, personId: string) {
  return db
    .selectFrom('people as me')
    .innerJoin('people as p', (join) => join.on(sql<boolean>`p.id = me.id or p.employee_id = me.employee_id`))
    .select(['p.id', 'p.email', 'p.user_principal_name', 'p.employee_id'])
    .where('me.id', '=', personId)
    .execute()
}

/** An ID that Slipway doesn't know never counts as a user account of the actor. */
async function findOwnUsers(db: Db, actor: { id: string }, personIds: readonly string[]): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; display_name: string }>`
    select p.id, p.display_name from people p where p.id = any (${[...personIds]}::uuid[]) and ${isActor(actor, sql`p.id`)} order by p.id`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.display_name]))
}

export const anotherPersonHint = 'Ask someone else to do it.'

/**
 * Decides on an action that people can't do for themselves, under any of their user accounts. The people must be stored before the call,
 * because an unknown user account can't be matched with a person.
 * @param actionPhrase the action, as it follows “You can't”
 */
export async function excludesActor(db: Db, actor: { id: string }, personIds: readonly string[], actionPhrase: string): Promise<Verdict> {
  const ownAccounts = await findOwnUsers(db, actor, personIds)
  if (ownAccounts.size === 0) return true
  const [secondAccount] = [...ownAccounts].filter(([id]) => id !== actor.id)
  const accountHint = secondAccount && !ownAccounts.has(actor.id) ? ` ${secondAccount[1]} is another user account of yours.` : ''
  return `You can’t ${actionPhrase}.${accountHint} ${anotherPersonHint}`
}

export function canAddPeople(
  db: Db,
  actor: { id: string },
  before: readonly { id: string }[],
  after: readonly string[],
  actionPhrase: string,
): Promise<Verdict> {
  const previousIds = new Set(before.map(({ id }) => id))
  const addedIds = after.map((id) => id.toLowerCase()).filter((id) => !previousIds.has(id))
  return excludesActor(db, actor, addedIds, actionPhrase)
}
