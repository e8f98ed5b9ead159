import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { Root } from '../features/platform/session/Root.tsx'

/** The root route: the frame of every screen, and helpers that the other route files share. */
export const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Root })

/** The search params of an address, not yet validated. */
export type Search = Record<string, unknown>

/** Returns a search param if it is one of the allowed values. */
export const one = <T extends string>(value: unknown, ...allowed: T[]): T | undefined => allowed.find((candidate) => candidate === value)

/** Makes the second call only if the first answer allows it. Each refusal becomes an audit event, so a refused screen makes one call. */
export async function thenAsk<T>(known: Promise<T>, may: (known: T) => boolean, ask: () => void): Promise<void> {
  const found = await known.catch(() => undefined) // the screen shows the error
  if (found !== undefined && may(found)) ask()
}

/** True for roles that manage records of other people. */
export const isResponsible = ({ roles }: { roles: string[] }) => roles.includes('admin') || roles.includes('auditor')
