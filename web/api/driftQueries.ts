import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

export const listAccessDifferences = (query: NonNullable<CallInput<'listAccessDifferences'>['query']> = {}) => ({
  ...queryCall('listAccessDifferences', { query }, ['accessDifference', 'account']),
  placeholderData: keepPreviousData,
})
