import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { Root } from '../features/platform/session/Root.tsx'

/** The root route: the frame of every screen, and helpers that the other route files share. */
export const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Root })

/** The search parameters of a URL, which are not validated yet. */
export type Search = Record<string, unknown>

/** Returns a search param if it is one of the allowed values. */
export const one = <T extends string>(value: unknown, ...allowed: T[]): T | undefined => allowed.find((candidate) => candidate === value)

/**
 * Makes the second call only if the first response allows it. Each denial becomes an audit event, so a screen that is denied makes only one
 * call.
 */
export async function prefetchIfAllowed<T>(cached: Promise<T>, may: (cached: T) => boolean, prefetch: () => void): Promise<void> {
  const result = await cached.catch(() => undefined) // the screen shows the error
  if (result !== undefined && may(result)) prefetch()
}

/** True for roles that manage records of other people. */
export const isResponsible = ({ roles }: { roles: string[] }) => roles.includes('admin') || roles.includes('auditor')
