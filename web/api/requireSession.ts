import type { QueryClient } from '@tanstack/react-query'
import { isSignedOut } from './problem.ts'

export const sessionKey = ['getMe', {}] as const

/**
 * Waits for the first response of `getMe`. Each denied call becomes an audit event, so a visit without a session must not make one
 * for every query of its screen. @throws ApiError of `getMe` without a session
 */
export async function requireSession(client: QueryClient): Promise<void> {
  const session = client.getQueryCache().find({ queryKey: sessionKey })
  if (!session) return
  if (session.state.status === 'pending' && session.state.fetchStatus === 'fetching') await session.fetch().catch(() => undefined)
  if (isSignedOut(session.state.error)) throw session.state.error
}
