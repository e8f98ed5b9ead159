import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

const refreshKinds = ['approval', 'accountRequest', 'accountUpdate', 'accessRequest', 'sandboxRequest'] as const

export const listInbox = (query: NonNullable<CallInput<'listInbox'>['query']> = {}) => ({
  ...queryCall('listInbox', { query }, refreshKinds),
  placeholderData: keepPreviousData,
})
export const waitingForMe = () => listInbox({ size: 6 })
export const getInboxOptions = (query: NonNullable<CallInput<'getInboxOptions'>['query']> = {}) => ({
  ...queryCall('getInboxOptions', { query }, refreshKinds),
  placeholderData: keepPreviousData,
})
export const listSimilarApprovals = (id: string) => queryCall('listSimilarApprovals', { params: { id } }, refreshKinds)
