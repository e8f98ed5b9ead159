import { useQuery } from '@tanstack/react-query'
import { checkAccountRequest } from '../../../api/queries.ts'
import type { RequestCheck } from '../../../shared/requestTypes.ts'
import { useDebounced } from '../../../shared/useDebounced.ts'
import type { FieldState } from '../../../ui/Field.tsx'
import { type Draft, partialDetails } from './draft.ts'
import { formField } from './problems.ts'

export interface LiveCheck {
  check: RequestCheck | undefined
  stateOf: (field: string) => FieldState | undefined
  /** Errors for parts of the form that show none of their own. */
  badOf: (field: string) => string | undefined
}

/** Runs the server’s check with a delay after the last change. */
export function useLiveCheck(draft: Draft, requestId: string | undefined): LiveCheck {
  const details = useDebounced(partialDetails(draft))
  const answer = useQuery({
    ...checkAccountRequest({ details, ...(requestId && { requestId }) }),
    staleTime: 10_000,
    retry: false,
  })
  const check = answer.data
  const found = (field: string) =>
    check?.checks.find((one) => formField(one.field) === field && one.state === 'bad') ??
    check?.checks.find((one) => formField(one.field) === field)
  return {
    check,
    stateOf(field) {
      if (field === 'name') {
        const name = draft.name.trim()
        if (name.length < 3) return undefined
        const asked = details.name === name && !answer.isPlaceholderData
        if (!asked) return { status: 'checking', text: 'Checking availability…' }
      }
      const one = found(field)
      return one && one.message !== '' ? { status: one.state, text: one.message } : undefined
    },
    badOf(field) {
      const one = found(field)
      return one?.state === 'bad' ? one.message : undefined
    },
  }
}
