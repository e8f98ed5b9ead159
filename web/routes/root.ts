import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { getMe } from '../api/queries.ts'
import { requireSession } from '../api/requireSession.ts'
import { Root } from '../features/platform/session/Root.tsx'

export const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Root })

export type Search = Record<string, unknown>

export const one = <T extends string>(value: unknown, ...allowed: T[]): T | undefined => allowed.find((candidate) => candidate === value)

/**
 * Makes the second call only if the first response allows it. Each denial becomes an audit event, so a denied screen makes only one call.
 */
export async function prefetchIfAllowed<T>(query: Promise<T>, isAllowed: (query: T) => boolean, prefetch: () => void): Promise<void> {
  const result = await query.catch(() => undefined) // The screen shows the error.
  if (result !== undefined && isAllowed(result)) prefetch()
}

/** Doesn’t call again without a session. @throws ApiError if `getMe` failed */
export async function currentUser(client: QueryClient) {
  await requireSession(client)
  return client.ensureQueryData(getMe())
}

export const isResponsible = ({ roles }: { roles: string[] }) => roles.includes('admin') || roles.includes('auditor')

/** A skeleton that is visible for less than this time in milliseconds only flickers, and its rendering delays the data. */
const flickerMs = 100

/** Waits a moment for the data that a screen shows first. A prefetch doesn't reject, because the screen shows its error. */
export const awaitBriefly = (load: Promise<unknown>): Promise<unknown> =>
  Promise.race([load, new Promise((resolve) => setTimeout(resolve, flickerMs))])
