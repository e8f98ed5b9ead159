import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, refresh } from '../../../api/ask.ts'
import { getMe } from '../../../api/queries.ts'
import { rememberDeniedCall } from '../../../api/stepUp.ts'
import type { NewApiKey } from './types.ts'

/**
 * The response contains the key, so it isn’t cached after the dialog closes. A lost response isn’t requested again, because the server
 * doesn’t keep the key.
 */
export function useGenerate() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (body: NewApiKey) => call('generateApiKey', { body }),
    onError: (error, body) =>
      rememberDeniedCall(error, {
        person: client.getQueryData(getMe().queryKey)?.id ?? '',
        operation: 'generateApiKey',
        input: { body },
        kinds: ['apiKey'],
      }),
    onSuccess: () => void refresh(client, 'apiKey'),
  })
}
