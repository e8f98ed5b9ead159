import type { QueryClient } from '@tanstack/react-query'
import type { CallResult } from '../api/client.ts'
import { queryCall } from '../api/queryCall.ts'

type DirectoryGroup = CallResult<'searchGraphForGroup'>[number]

/** Returns the directory groups whose name has words that start with the words of the text, and none without a text. */
export async function findGroups(client: QueryClient, text: string): Promise<DirectoryGroup[]> {
  const search = text.trim()
  if (search === '') return []
  return client.fetchQuery({ ...queryCall('searchGraphForGroup', { query: { search } }), staleTime: 60_000 })
}
