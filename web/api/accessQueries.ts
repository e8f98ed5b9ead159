import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

const refreshKinds = ['accessRequest', 'approval', 'groupAssignment', 'account'] as const

export const listUserExistingAccess = (ended = false) =>
  queryCall('listUserExistingAccess', { query: ended ? { ended } : {} }, ['groupAssignment', 'accessRequest', 'account'])
export const listUserPendingAccessRequests = () => queryCall('listUserPendingAccessRequests', {}, refreshKinds)
export const listOwnerPendingAccessRequests = () => queryCall('listOwnerPendingAccessRequests', {}, refreshKinds)
export const listAccessRequestsAdv = (query: NonNullable<CallInput<'listAccessRequestsAdv'>['query']> = {}) => ({
  ...queryCall('listAccessRequestsAdv', { query }, refreshKinds),
  placeholderData: keepPreviousData,
})
export const getAccessRequestsAdvOptions = (query: NonNullable<CallInput<'getAccessRequestsAdvOptions'>['query']> = {}) => ({
  ...queryCall('getAccessRequestsAdvOptions', { query }, ['accessRequest', 'approval']),
  placeholderData: keepPreviousData,
})
export const getAccessRequest = (id: string) => queryCall('getAccessRequest', { params: { id } }, refreshKinds)
