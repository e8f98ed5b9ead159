import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallOptions } from '../../client/client.ts'
import { ok } from '../../client/ok.ts'
import { justAnsweredNo, wasRefused } from './answeredNo.ts'
import { api, type CallInput, type CallResult, type OperationId } from './client.ts'

/** Kinds of things the server says have changed (`GET /events`). */
export type Kind =
  | 'account'
  | 'accountResources'
  | 'accountUpdate'
  | 'keyVault'
  | 'catalogueItem'
  | 'accountRequest'
  | 'accessRequest'
  | 'accessGroup'
  | 'accessReview'
  | 'accessDifference'
  | 'groupAssignment'
  | 'privilegedRole'
  | 'emergencyAccess'
  | 'emergencyProfile'
  | 'sandbox'
  | 'sandboxRequest'
  | 'sandboxTemplate'
  | 'sandboxHost'
  | 'sandboxAction'
  | 'approval'
  | 'delegation'
  | 'approvalPolicy'
  | 'policyReplay'
  | 'notification'
  | 'session'
  | 'setting'
  | 'queue'
  | 'maintenance'
  | 'notificationSettings'
  | 'channel'
  | 'delivery'
  | 'tower'
  | 'family'
  | 'view'
  | 'apiKey'
  | 'feedback'
  | 'incident'
  | 'deployment'
  | 'alert'
  | 'edgeRollout'
  | 'auditVerification'
  | 'auditErasure'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { kinds?: readonly Kind[]; about?: string }
  }
}

/** Calls an operation; a refusal is thrown as `ApiError`. */
export function call<Id extends OperationId>(id: Id, input: CallInput<Id>, options?: CallOptions): Promise<CallResult<Id>> {
  // The compiler cannot follow one method of many through a type parameter.
  const method = api[id] as unknown as (input: CallInput<Id>, options?: CallOptions) => Promise<Parameters<typeof ok>[0]>
  return method(input, options).then((answer) => ok(answer) as CallResult<Id>)
}

/**
 * How a call is kept and refreshed. Its key is `[operation, input]`; it is asked again when something of `kinds` changes.
 * The first kind is what the call is about: with an id in its path, only a change of that very thing counts.
 */
export function ask<Id extends OperationId>(id: Id, input: CallInput<Id>, kinds: readonly Kind[] = []) {
  const about = (input.params as { id?: string } | undefined)?.id
  return queryOptions({
    queryKey: [id, input] as const,
    queryFn: ({ signal }) => call(id, input, { signal }),
    meta: { kinds, ...(about ? { about } : {}) },
  })
}

/** Asks again for what shows this thing, or anything of this kind. */
export function refresh(client: QueryClient, kind: Kind | 'everything', id?: string): Promise<void> {
  const shows = (query: Query) => {
    const { meta } = query
    if (kind === 'everything') return true
    const at = meta?.kinds?.indexOf(kind) ?? -1
    // A change of another record does not grant access to this one.
    if (wasRefused(query) && (at !== 0 || !id || meta?.about !== id)) return false
    return at > 0 || (at === 0 && (!id || !meta?.about || meta.about === id))
  }
  // A screen that is gone to next hears the new answer, however warm the old one.
  client.removeQueries({ type: 'inactive', predicate: (query) => query.state.status === 'error' && shows(query) })
  for (const query of client.getQueryCache().getAll()) if (isComing(query) && shows(query)) void refetchOnce(client, query, shows)
  return client.invalidateQueries({ predicate: shows })
}

/** Refetches everything that can change without user action. */
export function refreshKnown(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll())
    if (query.meta?.kinds?.length) void refetchOnce(client, query, (asked) => !justAnsweredNo(asked))
}

const isComing = ({ state }: Query) => state.status === 'pending' && state.fetchStatus === 'fetching'

/** What is under way for the first time is let answer, since it may still tell the old; asked twice at once, a refusal would stand in the audit trail twice. */
async function refetchOnce(client: QueryClient, query: Query, worth: (query: Query) => boolean): Promise<void> {
  if (isComing(query)) await query.fetch().catch(() => undefined)
  if (worth(query)) await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
}
