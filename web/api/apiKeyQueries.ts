import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

export const listApiKeys = (query: NonNullable<CallInput<'listApiKeys'>['query']> = {}) => ({
  ...queryCall('listApiKeys', { query }, ['apiKey']),
  placeholderData: keepPreviousData,
})
