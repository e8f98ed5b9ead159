import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { loadUpdate } from './queries.ts'
import { AccountUpdate } from './schemas.ts'

export const findAccountUpdate = operation({
  id: 'findAccountUpdate',
  method: 'GET',
  path: '/account-updates/{updateId}',
  tag: 'account-updates',
  summary: 'Get an account change by its ID',
  access: 'approver',
  params: Type.Object({ updateId: Uuid }, { additionalProperties: false }),
  responses: { 200: AccountUpdate },
  errors: ['notFound'],
  async handler({ db, actor, params, allow }) {
    const row = await db.selectFrom('account_updates').select(['id', 'account_id']).where('id', '=', params.updateId).executeTakeFirst()
    if (!row) throw new Failure('notFound', 'This account change doesn’t exist.')
    return loadUpdate(db, actor, { id: row.account_id, updateId: row.id }, allow)
  },
})
