import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput, CallResult } from '../../../api/client.ts'
import { deliver } from '../../../api/delivery.ts'
import { type ProblemText, problemOf } from '../../../api/problem.ts'
import { refresh } from '../../../api/queryCall.ts'

/** The mutation cache of `useCall` would keep the secret’s value. */
export function useSetSecret() {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<ProblemText>()

  async function send(body: CallInput<'setKeyVaultSecret'>['body']): Promise<CallResult<'setKeyVaultSecret'> | undefined> {
    setPending(true)
    setProblem(undefined)
    try {
      const created = await deliver(client, 'setKeyVaultSecret', { body }, ['keyVault'])
      void refresh(client, 'keyVault', body.accountId)
      return created
    } catch (error) {
      setProblem(problemOf(error))
      return undefined
    } finally {
      setPending(false)
    }
  }

  return { send, pending, problem }
}
