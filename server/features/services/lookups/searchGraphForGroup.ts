import { Type } from 'typebox'
import { firstOf } from '../../../http/inMemoryList.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Uuid } from '../../../people/schemas.ts'

const maxGroups = 200

export const searchGraphForGroup = operation({
  id: 'searchGraphForGroup',
  method: 'GET',
  path: '/utils/searchGraphForGroup',
  tag: 'utils',
  summary: 'Search directory groups by name',
  description: `Returns at most ${maxGroups} groups; if there are more, the header \`x-more\` is true.`,
  pageSize: 20,
  access: 'adminOrAuditor',
  query: Type.Object(
    { search: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\x00-\\x1f]*[^\\x00-\\x1f\\s][^\\x00-\\x1f]*$' }) },
    { additionalProperties: false },
  ),
  responses: {
    200: Type.Array(Type.Object({ id: Uuid, displayName: Type.String(), description: NullableText })),
  },
  errors: ['outsideFailed'],
  prepare: ({ clients, query }) => clients.graph.searchGroups(query.search, maxGroups + 1),
  async handler(_, groups) {
    const items = groups.map(({ id, displayName, description }) => ({
      id,
      displayName: displayName ?? id,
      description: description ?? null,
    }))
    return firstOf(items, maxGroups)
  },
})
