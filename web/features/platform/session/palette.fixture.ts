import type { QueryClient } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'

export const clientWith = (results: Record<string, (input: { params?: { id: string } }) => unknown>) =>
  ({
    async fetchQuery({ queryKey: [id, input] }: { queryKey: [string, { params?: { id: string } }] }) {
      const result = results[id]
      if (!result) throw new Error(`${id} is down`)
      return result(input)
    },
  }) as unknown as QueryClient

export const personWith = (...roles: string[]) => ({ roles }) as CallResult<'getMe'>
