import type { TestApp } from '../../../../test/app.ts'
import { inTransaction } from '../../../db/database.ts'
import { accountOf, groupRow } from '../../accounts/groups/groups.fixture.ts'
import { comparableGroups, scanGroups } from './scans.ts'
import { storeScans } from './storeScans.ts'

export { accountOf } from '../../accounts/groups/groups.fixture.ts'

type Account = ReturnType<typeof accountOf>

export const groupOf = async (app: TestApp, account: { name: string }, suffix = 'readers') => {
  const group = await groupRow(app, `az-${account.name}-${suffix}`)
  return { ...group, directoryId: group.directory_group_id! }
}

/** @returns the number of new differences */
export async function compare({ context }: TestApp, account: Pick<Account, 'id'>): Promise<number> {
  const scans = await scanGroups(context, await comparableGroups(context.db, [account.id]))
  return inTransaction(context.db, (tx) => storeScans(tx, account.id, scans, context.now()))
}

/** Decommissions all accounts except the first ones of Daniel, so that a scan of the company is short. */
export async function keepAccounts(app: TestApp, accountCount: number): Promise<Account[]> {
  const accounts = Array.from({ length: accountCount }, (_, n) => accountOf(app, n))
  await app.db
    .updateTable('accounts')
    .set({ status: 'decommissioning' })
    .where('status', '=', 'active')
    .where(
      'id',
      'not in',
      accounts.map(({ id }) => id),
    )
    .execute()
  return accounts
}

export const differencesIn = (app: TestApp, groupId: string) =>
  app.db.selectFrom('access_differences').selectAll().where('group_id', '=', groupId).orderBy('first_seen_at').orderBy('id').execute()

export const grantsIn = (app: TestApp, groupId: string, personId: string) =>
  app.db
    .selectFrom('group_assignments')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute()

export const membersOf = async (app: TestApp, directoryId: string) =>
  (await app.context.clients.graph.listDirectMembers(directoryId)).map(({ id }) => id)

export async function withUnrecordedMember(app: TestApp, n: number, personaName = 'Priya', suffix = 'readers') {
  const account = accountOf(app, n)
  await compare(app, account)
  const group = await groupOf(app, account, suffix)
  const person = app.persona(personaName)
  await app.context.clients.graph.addGroupMember(group.directoryId, person.id)
  await compare(app, account)
  const [difference] = (await differencesIn(app, group.id)).filter((each) => each.member_id === person.id && each.status === 'open')
  return { account, group, person, difference: difference! }
}

export async function withoutMember(app: TestApp, n: number, suffix = 'readers') {
  const account = accountOf(app, n)
  await compare(app, account)
  const group = await groupOf(app, account, suffix)
  const personId = (await membersOf(app, group.directoryId))[0]!
  await app.db
    .updateTable('group_assignments')
    .set({ updated_at: new Date(0) })
    .where('group_id', '=', group.id)
    .execute()
  await app.context.clients.graph.removeGroupMember(group.directoryId, personId)
  await compare(app, account)
  const [difference] = (await differencesIn(app, group.id)).filter((each) => each.member_id === personId && each.status === 'open')
  return { account, group, personId, difference: difference! }
}
