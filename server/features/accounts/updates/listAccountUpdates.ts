import { sql } from 'kysely'
import { Type } from 'typebox'
import { ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { whoMay } from '../accounts/policy.ts'
import { readAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { readUpdateSummaries } from './queries.ts'
import { AccountUpdateSummary } from './schemas.ts'

export const listAccountUpdates = operation({
  id: 'listAccountUpdates',
  method: 'GET',
  path: '/accounts/{id}/updates',
  tag: 'account-updates',
  summary: 'Every change asked for of an account, newest first',
  access: 'owner',
  params: AccountId,
  query: Type.Pick(ListQuery, ['page', 'size'], { additionalProperties: false }),
  answers: { 200: Page(AccountUpdateSummary) },
  errors: ['notFound'],
  async handler({ db, actor, params, query, allow }) {
    const account = await readAccount(db, actor, params.id)
    allow(whoMay(actor, 'seeAll', account))
    const { page = 1, size = 25 } = query
    const [items, counted] = await Promise.all([
      readUpdateSummaries(db, sql<boolean>`u.account_id = ${account.id}`, { limit: size, skip: (page - 1) * size }),
      db
        .selectFrom('account_updates')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('account_id', '=', account.id)
        .executeTakeFirstOrThrow(),
    ])
    return { items, page, size, total: counted.total, totalIsCapped: false }
  },
})
