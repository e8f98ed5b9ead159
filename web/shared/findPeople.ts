import type { QueryClient } from '@tanstack/react-query'
import { searchUserData } from '../api/queries.ts'

const finders = new WeakMap<QueryClient, ReturnType<typeof makeFinder>>()

/** Each client always gets the same function, because the filter searches again when the function changes. */
export function findPeople(client: QueryClient) {
  const finder = finders.get(client) ?? makeFinder(client)
  finders.set(client, finder)
  return finder
}

function makeFinder(client: QueryClient) {
  return async (query: string) => {
    if (query.trim() === '') return []
    const people = await client.fetchQuery(searchUserData(query.trim()))
    return people.map(({ id, displayName, department, email }) => ({
      value: id,
      label: displayName,
      hint: department ?? email ?? '',
    }))
  }
}
