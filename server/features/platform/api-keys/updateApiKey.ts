import { sql } from 'kysely'
import { updateRow } from '../../../db/rows.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { loadApiKeys, lockLiveApiKey } from './queries.ts'
import { ApiKey, ApiKeyChange, ApiKeyId } from './schemas.ts'

export const updateApiKey = operation({
  id: 'updateApiKey',
  method: 'PATCH',
  path: '/admin/api-keys/{id}',
  tag: 'api-keys',
  summary: 'Rename an API key or change its owner',
  description: 'Scopes, accounts and expiry can’t be changed; generate a new key instead.',
  access: 'admin',
  params: ApiKeyId,
  body: ApiKeyChange,
  responses: { 200: ApiKey },
  errors: ['notFound', 'nameTaken', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.ownerId ? [preparation.body.ownerId] : []),
  async handler({ db, actor, params, body: { name, ownerId }, config, now, ifMatch, audit, changed }, foundPeople) {
    const before = await lockLiveApiKey(db, actor, params.id, now())
    ifMatch(before.version)
    if (ownerId !== undefined) await requirePeople(db, config, 'ownerId', [ownerId], foundPeople)
    await updateRow(db, 'api_keys', params.id, {
      ...(name === undefined ? {} : { name: normalizeName(name) }),
      ...(ownerId === undefined ? {} : { owner_id: ownerId }),
      version: sql`version + 1`,
    })
    const [after] = await loadApiKeys(db, actor, [params.id], now())
    audit({ subject: { kind: 'apiKey', id: params.id }, before, after })
    await changed('apiKey', params.id)
    return after!
  },
})
