import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallOptions } from '../../client/client.ts'
import { ok } from '../../client/ok.ts'
import type { AnySubjectKind } from '../../client/operations.ts'
import { api, type CallInput, type CallResult, type OperationId } from './client.ts'
import { wasDenied, wasJustDenied } from './denials.ts'
import { withoutUnchanged } from './problem.ts'
import { requireSession } from './requireSession.ts'

/** The record kinds in the server's change events (`GET /events`). */
export type Kind =
  | AnySubjectKind
  | 'accountResources'
  | 'alert'
  | 'auditErasure'
  | 'keyVault'
  | 'databaseRestore'
  | 'maintenance'
  | 'notification'
  | 'policyReplay'
  | 'privilegedRole'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { kinds?: readonly Kind[]; about?: string; isOnEveryScreen?: true }
  }
}

export function call<Id extends OperationId>(id: Id, input: CallInput<Id>, options?: CallOptions): Promise<CallResult<Id>> {
  // The compiler can't resolve a method whose name is a type parameter.
  const method = api[id] as unknown as (input: CallInput<Id>, options?: CallOptions) => Promise<Parameters<typeof ok>[0]>
  return method(input, options).then((response) => ok(response) as CallResult<Id>)
}

/**
 * Query options for a call. The key is `[operation, input]`, and a change to a record of `kinds` refetches it.
 * The first kind is the call's own record: with an ID in the path, only a change to that record counts.
 */
export function queryCall<Id extends OperationId>(id: Id, input: CallInput<Id>, kinds: readonly Kind[] = []) {
  const about = (input.params as { id?: string } | undefined)?.id
  return queryOptions({
    queryKey: [id, input] as const,
    queryFn: async ({ client, signal }) => {
      if (id !== 'getMe') await requireSession(client)
      return call(id, input, { signal }).catch((error) => {
        if (error instanceof Error) error.message = withoutUnchanged(error.message)
        throw error
      })
    },
    meta: { kinds, ...(about ? { about } : {}) },
  })
}

export function isAffectedBy(query: Query, kind: Kind | 'everything', id?: string): boolean {
  const { meta } = query
  if (kind === 'everything') return true
  const position = meta?.kinds?.indexOf(kind) ?? -1
  // A change to another record does not grant access to this one.
  if (wasDenied(query) && (position !== 0 || !id || meta?.about !== id)) return false
  return position > 0 || (position === 0 && (!id || !meta?.about || meta.about === id))
}

/**
 * Refetches the queries that show this record or, without `id`, any record of this kind.
 * @param except leaves out queries that are refetched later
 */
export function refresh(
  client: QueryClient,
  kind: Kind | 'everything',
  id?: string,
  except: (query: Query) => boolean = () => false,
): Promise<void> {
  const isAffected = (query: Query) => !except(query) && isAffectedBy(query, kind, id)
  // The next visit to a screen must not show a cached denial or error, however recent.
  client.removeQueries({ type: 'inactive', predicate: (query) => query.state.status === 'error' && isAffected(query) })
  for (const query of client.getQueryCache().getAll())
    if (isFetching(query) && isAffected(query)) void refetchOnce(client, query, isAffected)
  return client.invalidateQueries({ predicate: isAffected })
}

/** Refetches all data that can change without an action of the person. */
export function refreshCached(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll())
    if (query.meta?.kinds?.length) void refetchOnce(client, query, (refetched) => !wasJustDenied(refetched))
}

const isFetching = ({ state }: Query) => state.status === 'pending' && state.fetchStatus === 'fetching'

/**
 * A first fetch finishes before the refetch, because its response can be older than the change. Two parallel calls would record a denial
 * twice in the audit trail.
 */
async function refetchOnce(client: QueryClient, query: Query, shouldRefetch: (query: Query) => boolean): Promise<void> {
  if (isFetching(query)) await query.fetch().catch(() => undefined)
  if (shouldRefetch(query)) await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
}
