import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { User } from '../people/schemas.ts'
import { graphPerson } from './graphPerson.ts'

/** Graph may not filter a search, so disabled people are taken out of a larger answer. */
const wanted = 20

export const searchGraphForUser = operation({
  id: 'searchGraphForUser',
  method: 'GET',
  path: '/utils/searchGraphForUser',
  tag: 'utils',
  summary: 'People of the directory whose name, e-mail or sign-in name fits',
  access: 'signedIn',
  query: Type.Object(
    {
      search: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\x00-\\x1f]*[^\\x00-\\x1f\\s][^\\x00-\\x1f]*$' }),
      filter: Type.Optional(Type.Boolean({ default: false, description: 'Only people who are enabled.' })),
    },
    { additionalProperties: false },
  ),
  answers: { 200: Type.Array(User, { description: `At most ${wanted}.` }) },
  errors: ['outsideFailed'],
  prepare: ({ clients, query }) => clients.graph.searchUsers(query.search, query.filter ? 2 * wanted : wanted),
  async handler({ query }, users) {
    const people = users.map(graphPerson)
    return (query.filter ? people.filter((person) => person.active) : people).slice(0, wanted)
  },
})
