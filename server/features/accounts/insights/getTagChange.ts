import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'
import { findTagChange, TagChange } from './tagChange.ts'

export const getTagChange = operation({
  id: 'getTagChange',
  method: 'GET',
  path: '/accounts/{id}/tagChanges/{changeId}',
  tag: 'accounts',
  summary: 'Get the results of a tag change',
  access: 'owner',
  params: Type.Object({ id: Uuid, changeId: Uuid }, { additionalProperties: false }),
  responses: { 200: TagChange },
  errors: ['notFound'],
  async handler({ db, actor, params, allow, audit }) {
    const account = await loadAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(canDoInAccount(actor, 'update', account))
    const change = await findTagChange(db, account.id, params.changeId)
    if (!change) throw new Failure('notFound', 'This tag change doesn’t exist.')
    return change
  },
})
