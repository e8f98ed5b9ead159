import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

const transitions = ['accessRequest', 'approval', 'groupAssignment', 'account'] as const

/** If `ended` is set, the result includes access that ended recently. */
export const listUserExistingAccess = (ended = false) =>
  ask('listUserExistingAccess', { query: ended ? { ended } : {} }, ['groupAssignment', 'accessRequest', 'account'])
export const listUserPendingAccessRequests = () => ask('listUserPendingAccessRequests', {}, transitions)
export const listOwnerPendingAccessRequests = () => ask('listOwnerPendingAccessRequests', {}, transitions)
export const listAccessRequestsAdv = (query: NonNullable<CallInput<'listAccessRequestsAdv'>['query']> = {}) => ({
  ...ask('listAccessRequestsAdv', { query }, transitions),
  placeholderData: keepPreviousData,
})
export const getAccessRequestsAdvOptions = (query: NonNullable<CallInput<'getAccessRequestsAdvOptions'>['query']> = {}) => ({
  ...ask('getAccessRequestsAdvOptions', { query }, ['accessRequest', 'approval']),
  placeholderData: keepPreviousData,
})
export const getAccessRequest = (id: string) => ask('getAccessRequest', { params: { id } }, transitions)
