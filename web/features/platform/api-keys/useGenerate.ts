import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getMe } from '../../../api/queries.ts'
import { call, refresh } from '../../../api/queryCall.ts'
import { saveDeniedCall } from '../../../api/stepUp.ts'
import type { NewApiKey } from './types.ts'

/**
 * The response isn’t cached, because it contains the key. A call whose response was lost isn’t repeated, because the server doesn’t keep
 * the key.
 */
export function useGenerate() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (body: NewApiKey) => call('generateApiKey', { body }),
    onError: (error, body) =>
      saveDeniedCall(error, {
        person: client.getQueryData(getMe().queryKey)?.id ?? '',
        operation: 'generateApiKey',
        input: { body },
        kinds: ['apiKey'],
      }),
    onSuccess: () => void refresh(client, 'apiKey'),
  })
}
