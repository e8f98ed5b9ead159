import { Type } from 'typebox'
import { searchSize } from '../../../http/list.ts'
import { operation, reply } from '../../../http/operation.ts'
import { User } from '../../../people/schemas.ts'
import { graphPerson } from './graphPerson.ts'

/** Graph can't filter a search. A larger response is therefore fetched, and disabled people are removed from it. */
const maxMatches = 100

export const searchGraphForUser = operation({
  id: 'searchGraphForUser',
  method: 'GET',
  path: '/utils/searchGraphForUser',
  tag: 'utils',
  summary: 'Search directory people by name, email or sign-in name',
  description: `Returns 20 per page by default; if there are more, the header \`link\` has the next page. At most ${maxMatches} matches are searched; if there are more, the header \`x-more\` is true.`,
  access: 'signedIn',
  query: Type.Object(
    {
      search: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\x00-\\x1f]*[^\\x00-\\x1f\\s][^\\x00-\\x1f]*$' }),
      filter: Type.Optional(Type.Boolean({ default: false, description: 'Return only people who are enabled in the directory.' })),
    },
    { additionalProperties: false },
  ),
  pageSize: searchSize,
  responses: { 200: Type.Array(User) },
  errors: ['outsideFailed'],
  prepare: ({ clients, query }) => clients.graph.searchUsers(query.search, maxMatches),
  async handler({ query }, users) {
    const people = users.map(graphPerson)
    const matchingPeople = query.filter ? people.filter((person) => person.active) : people
    return reply(200, matchingPeople, users.length === maxMatches ? { 'x-more': 'true' } : undefined)
  },
})
