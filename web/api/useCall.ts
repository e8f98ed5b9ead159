import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Kind, refresh } from './ask.ts'
import type { CallInput, CallResult, OperationId } from './client.ts'
import { getMe } from './queries.ts'
import { noteRefused } from './stepUp.ts'

/**
 * A call that changes something; when it went well, everything that shows one of `kinds` is asked again.
 * `const update = useCall('updateTower', ['tower'])`, then `update.mutateAsync({ params, body, headers: ifMatch(version) })`.
 */
export function useCall<Id extends OperationId>(id: Id, kinds: readonly Kind[]): UseMutationResult<CallResult<Id>, Error, CallInput<Id>> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<Id>) => call(id, input),
    onError: (error, input) => noteRefused(error, { person: client.getQueryData(getMe().queryKey)?.id ?? '', operation: id, input, kinds }),
    // Not awaited: the button is done when the server is.
    onSuccess: () => {
      for (const kind of kinds) void refresh(client, kind)
    },
  })
}

/** Refuses the change when the record was changed elsewhere since it was read. */
export const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })
