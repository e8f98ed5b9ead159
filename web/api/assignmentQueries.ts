import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

export const listGroupAssignments = (id: string, groupId: string) =>
  queryCall('listGroupAssignments', { params: { id, groupId } }, ['account', 'groupAssignment', 'accessRequest'])
export const listExpiringAccess = (query: NonNullable<CallInput<'listExpiringAccess'>['query']> = {}) => ({
  ...queryCall('listExpiringAccess', { query }, ['groupAssignment', 'account']),
  placeholderData: keepPreviousData,
})
