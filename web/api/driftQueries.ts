import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

export const listAccessDifferences = (query: NonNullable<CallInput<'listAccessDifferences'>['query']> = {}) => ({
  ...ask('listAccessDifferences', { query }, ['accessDifference', 'account']),
  placeholderData: keepPreviousData,
})
