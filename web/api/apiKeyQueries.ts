import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

export const listApiKeys = (query: NonNullable<CallInput<'listApiKeys'>['query']> = {}) => ({
  ...ask('listApiKeys', { query }, ['apiKey']),
  placeholderData: keepPreviousData,
})
