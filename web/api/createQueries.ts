import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { goodForMs, justAnsweredNo } from './answeredNo.ts'
import { isSignedOut, problemOf } from './problem.ts'
import { getMe } from './queries.ts'

/** Where answers are kept. What changes on the server is told by `live.ts`, so that answers may be old for half a minute. */
export function createQueries(): QueryClient {
  // A session that ended shows wherever one is: the frame asks who is signed in and puts the sign-in page up.
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

/** A refusal stays one; a service or a line that failed may be back. */
function worthAnother(error: unknown): boolean {
  const { status } = problemOf(error)
  return status === undefined || status === 503 || status === 429
}
