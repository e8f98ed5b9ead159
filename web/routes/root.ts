import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { Root } from '../features/platform/session/Root.tsx'

/** The frame that every screen stands in, and what the files beside this one share. */
export const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Root })

/** What an address says after its question mark, as it was typed. */
export type Search = Record<string, unknown>

/** A search param that is one of a few words. */
export const one = <T extends string>(value: unknown, ...allowed: T[]): T | undefined => allowed.find((candidate) => candidate === value)

/** Asks on only where what is known lets one: each refusal stands in the audit trail, and a screen that is refused asks once. */
export async function thenAsk<T>(known: Promise<T>, may: (known: T) => boolean, ask: () => void): Promise<void> {
  const found = await known.catch(() => undefined) // the screen says why
  if (found !== undefined && may(found)) ask()
}

/** Whether somebody looks after what is not theirs. */
export const isResponsible = ({ roles }: { roles: string[] }) => roles.includes('admin') || roles.includes('auditor')
