import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { accountRows, presentAccount } from './queries.ts'
import { Account } from './schemas.ts'

export const listMyAccounts = operation({
  id: 'listMyAccounts',
  method: 'GET',
  path: '/accounts/myAccounts',
  tag: 'accounts',
  summary: 'The accounts one owns, by name',
  description: 'The first 1000.',
  access: 'signedIn',
  declares: [401],
  answers: { 200: Type.Array(Account) },
  async handler({ db, actor }) {
    const rows = await accountRows(db)
      .where(sql<boolean>`accounts.id in (select o.account_id from account_owners o where o.person_id = ${actor.id})`)
      .orderBy('accounts.name_key')
      .limit(1_000)
      .execute()
    return rows.map((row) => presentAccount(actor, row))
  },
})
