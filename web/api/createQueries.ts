import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { goodForMs, justAnsweredNo } from './answeredNo.ts'
import { isSignedOut, problemOf } from './problem.ts'
import { getMe } from './queries.ts'

/** Creates the query cache. Change events from `live.ts` refresh it, so cached answers can be half a minute old. */
export function createQueries(): QueryClient {
  // The session can end on any screen. The frame calls `getMe` and shows the sign-in page.
  const requestIdentity = (error: unknown) => {
    if (isSignedOut(error)) void client.invalidateQueries({ queryKey: getMe().queryKey })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== 'getMe' && requestIdentity(error) }),
    mutationCache: new MutationCache({ onError: requestIdentity }),
    defaultOptions: {
      queries: {
        staleTime: goodForMs,
        refetchOnWindowFocus: false,
        retryOnMount: (query) => !justAnsweredNo(query),
        retry: (failures, error) => failures < 2 && worthAnother(error),
      },
      mutations: { retry: false },
    },
  })
  return client
}

/** A refusal doesn't change with a retry, but a failed service or connection can recover. */
function worthAnother(error: unknown): boolean {
  const { status } = problemOf(error)
  return status === undefined || status === 503 || status === 429
}
