import { sql } from 'kysely'
import { Type } from 'typebox'
import { updateRow } from '../../../db/rows.ts'
import { operation } from '../../../http/operation.ts'
import { lockLiveApiKey } from './queries.ts'
import { ApiKeyId } from './schemas.ts'

export const deleteApiKey = operation({
  id: 'deleteApiKey',
  method: 'DELETE',
  path: '/admin/api-keys/{id}',
  tag: 'api-keys',
  summary: 'Revoke an API key',
  description: 'The key stops working immediately. It remains in the list of revoked keys.',
  access: 'admin',
  duringRestore: true,
  params: ApiKeyId,
  responses: { 204: Type.Null() },
  errors: ['notFound', 'versionMismatch'],
  async handler({ db, actor, params, now, ifMatch, audit, changed }) {
    audit({ subject: { kind: 'apiKey', id: params.id } })
    const before = await lockLiveApiKey(db, actor, params.id, now())
    ifMatch(before.version)
    await updateRow(db, 'api_keys', params.id, { revoked_at: now(), revoked_by: actor.id, version: sql`version + 1` })
    audit({ subject: { kind: 'apiKey', id: params.id }, before })
    await changed('apiKey', params.id)
    return null
  },
})
