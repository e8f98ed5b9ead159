import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, CallResult, OperationId } from './client.ts'
import { deliver } from './delivery.ts'
import { isOutcomeUnknown } from './problem.ts'
import { getMe } from './queries.ts'
import { type Kind, refresh } from './queryCall.ts'
import { type PendingStepUpCall, saveDeniedCall } from './stepUp.ts'

/**
 * A call that changes something. After a success, all queries that show one of `kinds` are refetched.
 * `const update = useCall('updateTower', ['tower'])`, then `update.mutateAsync({ params, body, headers: ifMatch(version) })`.
 * @param describe names the call in a sentence, for the person who continues it after a step-up sign-in
 */
export function useCall<Id extends OperationId>(
  id: Id,
  kinds: readonly Kind[],
  describe?: (input: CallInput<Id>) => Pick<PendingStepUpCall, 'what' | 'warning' | 'tone'>,
): UseMutationResult<CallResult<Id>, Error, CallInput<Id>> {
  const client = useQueryClient()
  const refreshAll = () => {
    for (const kind of kinds) void refresh(client, kind)
  }
  return useMutation({
    mutationFn: (input: CallInput<Id>) => deliver(client, id, input, kinds),
    onError: (error, input) => {
      const person = client.getQueryData(getMe().queryKey)?.id ?? ''
      saveDeniedCall(error, { person, operation: id, input, kinds, ...describe?.(input) })
      // After the refetch, the screen shows whether the change was saved.
      if (isOutcomeUnknown(error)) refreshAll()
    },
    // The refetch is not awaited, so that the button is ready when the server has responded.
    onSuccess: refreshAll,
  })
}

/** The server rejects a change with this header if the record was changed after it was read. */
export const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })
