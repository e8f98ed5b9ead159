import { useQuery } from '@tanstack/react-query'
import { checkSandboxExtension } from '../../../../api/sandboxPageQueries.ts'
import { useDebounced } from '../../../../shared/useDebounced.ts'

interface ExtensionInput {
  hours: number
  budget: number
}

/** Checks an extension while the reader types. @param requestId the pending extension that is changed */
export function useExtensionCheck(sandboxId: string, input: ExtensionInput, isValid: boolean, requestId?: string) {
  const { hours, budget } = useDebounced(input)
  const query = useQuery({
    ...checkSandboxExtension(sandboxId, { hours, budget, ...(requestId !== undefined && { requestId }) }),
    enabled: isValid,
  })
  const isCurrent = hours === input.hours && budget === input.budget
  return { query, check: isCurrent && isValid ? query.data : undefined }
}
