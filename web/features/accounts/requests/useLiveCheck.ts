import { useQuery, useQueryClient } from '@tanstack/react-query'
import { checkAccountRequest } from '../../../api/queries.ts'
import type { RequestCheck } from '../../../shared/requestTypes.ts'
import { useDebounced } from '../../../shared/useDebounced.ts'
import type { FieldState } from '../../../ui/Field.tsx'
import { type Draft, partialDetails } from './draft.ts'
import { formField, nameProblemOf } from './problems.ts'

interface LiveCheck {
  check: RequestCheck | undefined
  stateOf: (field: string) => FieldState | undefined
  problemOf: (field: string) => string | undefined
  checkName: () => Promise<string | undefined>
}

export function useLiveCheck(draft: Draft, requestId: string | undefined): LiveCheck {
  const details = useDebounced(partialDetails(draft))
  const client = useQueryClient()
  const checkOf = (checkedDetails: typeof details) => ({
    ...checkAccountRequest({ details: checkedDetails, ...(requestId && { requestId }) }),
    staleTime: 10_000,
    retry: false,
  })
  const query = useQuery(checkOf(details))
  const check = query.data
  const result = (field: string) =>
    check?.checks.find((item) => formField(item.field) === field && item.state === 'bad') ??
    check?.checks.find((item) => formField(item.field) === field)
  return {
    check,
    stateOf(field) {
      if (field === 'name') {
        const name = draft.name.trim()
        if (name.length < 3) return undefined
        const problem = nameProblemOf(draft.name)
        if (problem) return { status: 'bad', text: problem }
        const isCurrent = details.name === name && !query.isPlaceholderData
        if (!isCurrent) return { status: 'checking', text: 'Checking availability…' }
      }
      const fieldResult = result(field)
      return fieldResult && fieldResult.message !== '' ? { status: fieldResult.state, text: fieldResult.message } : undefined
    },
    async checkName() {
      const problem = nameProblemOf(draft.name)
      if (problem) return problem
      // Without an answer, the server checks the name again when the request is submitted.
      const current = await client.fetchQuery(checkOf(partialDetails(draft))).catch(() => undefined)
      return current?.checks.find((item) => formField(item.field) === 'name' && item.state === 'bad')?.message
    },
    problemOf(field) {
      const fieldResult = result(field)
      return fieldResult?.state === 'bad' ? fieldResult.message : undefined
    },
  }
}
