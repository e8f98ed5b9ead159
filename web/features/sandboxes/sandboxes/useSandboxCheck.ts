import { useQuery } from '@tanstack/react-query'
import { checkSandboxRequest } from '../../../api/sandboxQueries.ts'
import { useDebounced } from '../../../shared/useDebounced.ts'
import type { FieldState } from '../../../ui/Field.tsx'
import { type Draft, formField, partialBody } from './draft.ts'
import type { SandboxRequestCheck } from './types.ts'

interface LiveCheck {
  check: SandboxRequestCheck | undefined
  stateOf: (field: string) => FieldState | undefined
}

export function useSandboxCheck(draft: Draft, requestId: string | undefined): LiveCheck {
  const details = useDebounced(partialBody(draft))
  const query = useQuery({
    ...checkSandboxRequest({ details, ...(requestId && { requestId }) }),
    enabled: details.templateId !== '',
    staleTime: 10_000,
    retry: false,
  })
  const check = details.templateId === '' ? undefined : query.data
  return {
    check,
    stateOf(field) {
      if (field === 'name') {
        if (draft.name.length < 3) return undefined
        if (details.name !== draft.name || query.isPlaceholderData || query.isPending) {
          return partialBody(draft).name ? { status: 'checking', text: 'Checking availability…' } : undefined
        }
      }
      const result = check?.checks.filter((item) => formField(item.field) === field) ?? []
      const item = result.find(({ state }) => state === 'bad') ?? result[0]
      return item && item.message !== '' ? { status: item.state, text: item.message } : undefined
    },
  }
}
