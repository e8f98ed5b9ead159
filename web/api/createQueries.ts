import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { denialCacheMs, wasJustDenied } from './denials.ts'
import { isSignedOut, problemOf } from './problem.ts'
import { sessionKey } from './requireSession.ts'

/** Creates the query cache. Responses are reused for 30 seconds; change events from `live.ts` refresh them earlier. */
export function createQueries(): QueryClient {
  // The session can end on any screen. The frame shows the sign-in page when `getMe` fails.
  const requestIdentity = (error: unknown) => {
    if (!isSignedOut(error) || isSignedOut(client.getQueryState(sessionKey)?.error)) return
    // Several calls can fail together, and one call of `getMe` is enough for all.
    void client.invalidateQueries({ queryKey: sessionKey }, { cancelRefetch: false })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== sessionKey[0] && requestIdentity(error) }),
    mutationCache: new MutationCache({ onError: requestIdentity }),
    defaultOptions: {
      queries: {
        staleTime: denialCacheMs,
        refetchOnWindowFocus: false,
        retryOnMount: (query) => !wasJustDenied(query),
        retry: (failures, error) => failures < 2 && shouldRetry(error),
      },
      // `deliver` limits how long a change waits for a connection. Other modes would pause mutations and send them much later.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** A retry doesn't help after a rejection, but a failed service or connection can recover. */
function shouldRetry(error: unknown): boolean {
  const { status } = problemOf(error)
  return status === undefined || status === 503 || status === 429
}
