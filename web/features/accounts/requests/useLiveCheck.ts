import { useQuery } from '@tanstack/react-query'
import { checkAccountRequest } from '../../../api/queries.ts'
import type { RequestCheck } from '../../../shared/requestTypes.ts'
import { useDebounced } from '../../../shared/useDebounced.ts'
import type { FieldState } from '../../../ui/Field.tsx'
import { type Draft, partialDetails } from './draft.ts'
import { formField } from './problems.ts'

interface LiveCheck {
  check: RequestCheck | undefined
  stateOf: (field: string) => FieldState | undefined
  problemOf: (field: string) => string | undefined
}

export function useLiveCheck(draft: Draft, requestId: string | undefined): LiveCheck {
  const details = useDebounced(partialDetails(draft))
  const query = useQuery({
    ...checkAccountRequest({ details, ...(requestId && { requestId }) }),
    staleTime: 10_000,
    retry: false,
  })
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
        const isCurrent = details.name === name && !query.isPlaceholderData
        if (!isCurrent) return { status: 'checking', text: 'Checking availability…' }
      }
      const item = result(field)
      return item && item.message !== '' ? { status: item.state, text: item.message } : undefined
    },
    problemOf(field) {
      const item = result(field)
      return item?.state === 'bad' ? item.message : undefined
    },
  }
}
