import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

const refreshKinds = ['accessGroup', 'account', 'accessRequest', 'groupAssignment', 'approval'] as const

export const findAccess = (query: CallInput<'findAccess'>['query']) => ({
  ...queryCall('findAccess', { query }, refreshKinds),
  placeholderData: keepPreviousData,
})
export const getAccessGroup = (id: string) => queryCall('getAccessGroup', { params: { id } }, refreshKinds)
export const searchAccessGroups = (search: string) =>
  queryCall('listAccessGroupsAdv', { query: { size: 20, ...(search && { search }) } }, ['accessGroup', 'account'])
