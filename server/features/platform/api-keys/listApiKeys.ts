import { sql } from 'kysely'
import { Type } from 'typebox'
import { scopes } from '../../../auth/scopes.ts'
import { findPage, InMemoryListQuery, nextPageOf, PageWithNext, sortByIds, wholeSize } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Can } from '../../../people/schemas.ts'
import { apiKeyList } from './list.ts'
import { apiKeysCan } from './policy.ts'
import { loadApiKeys } from './queries.ts'
import { ApiKey } from './schemas.ts'

export const listApiKeys = operation({
  id: 'listApiKeys',
  method: 'GET',
  path: '/admin/api-keys',
  tag: 'api-keys',
  summary: 'List API keys with their scopes and last use',
  description: `Keys and their hashes are never returned. A page has at most ${wholeSize} keys; \`nextPage\` is the number of the next page.`,
  access: 'adminOrAuditor',
  query: Type.Object(
    {
      ...InMemoryListQuery.properties,
      revoked: Type.Optional(Type.Boolean({ default: false, description: 'Include revoked keys; default: false.' })),
    },
    { additionalProperties: false },
  ),
  responses: {
    200: Type.Object({
      ...PageWithNext(ApiKey).properties,
      scopes: Type.Array(Type.Object({ id: Type.String(), label: Type.String() }), { description: 'Scopes that a key can have.' }),
      can: Can,
    }),
  },
  errors: ['invalidFilter'],
  async handler({ db, actor, query: { revoked, ...query }, now }) {
    const { ids, ...page } = await findPage(
      db,
      apiKeyList,
      { size: wholeSize, ...query },
      revoked ? undefined : sql<boolean>`k.revoked_at is null`,
    )
    return {
      ...page,
      nextPage: nextPageOf(page, ids.length),
      items: sortByIds(ids, await loadApiKeys(db, actor, ids, now())),
      scopes: Object.entries(scopes).map(([id, label]) => ({ id, label })),
      can: apiKeysCan(actor),
    }
  },
})
