import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { readUpdate } from './queries.ts'
import { AccountUpdate } from './schemas.ts'

export const findAccountUpdate = operation({
  id: 'findAccountUpdate',
  method: 'GET',
  path: '/account-updates/{updateId}',
  tag: 'account-updates',
  summary: 'A change of an account by its own id, for notices that know nothing else',
  access: 'approver',
  params: Type.Object({ updateId: Uuid }, { additionalProperties: false }),
  answers: { 200: AccountUpdate },
  errors: ['notFound'],
  async handler({ db, actor, params, allow }) {
    const row = await db.selectFrom('account_updates').select(['id', 'account_id']).where('id', '=', params.updateId).executeTakeFirst()
    if (!row) throw new Failure('notFound', 'There is no such change of an account.')
    return readUpdate(db, actor, { id: row.account_id, updateId: row.id }, allow)
  },
})
