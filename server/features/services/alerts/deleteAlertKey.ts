import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { lockAccount } from '../../accounts/accounts/queries.ts'
import { canChangeKeys } from './policy.ts'
import { alertKeysOf } from './queries.ts'

export const deleteAlertKey = operation({
  id: 'deleteAlertKey',
  method: 'DELETE',
  path: '/{incidentService}/accounts/{accountId}/keys/{keyId}',
  tag: 'incidents',
  summary: 'Delete an alert key, so that alerts sent with it are rejected',
  access: 'owner',
  params: Type.Object({ incidentService: Type.String({ maxLength: 30 }), accountId: Uuid, keyId: Uuid }, { additionalProperties: false }),
  responses: { 204: Type.Null() },
  errors: ['notFound'],
  duringRestore: true,
  async handler({ db, actor, params, allow, audit, changed, now }) {
    const subject = { kind: 'account', id: params.accountId.toLowerCase() }
    audit({ subject })
    const account = await lockAccount(db, actor, params.accountId)
    allow(canChangeKeys(actor, account))
    const before = (await alertKeysOf(db, account.id, now())).find((key) => key.id === params.keyId.toLowerCase())
    if (!before) throw new Failure('notFound', 'This alert key doesn’t exist or has already ended.')
    await db.updateTable('alert_keys').set({ revoked_at: now(), revoked_by: actor.id }).where('id', '=', before.id).execute()
    audit({ subject, before })
    await changed('alert', account.id)
    return null
  },
})
