import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

const transitions = ['accessGroup', 'account', 'accessRequest', 'groupAssignment', 'approval'] as const

export const findAccess = (query: CallInput<'findAccess'>['query']) => ({
  ...ask('findAccess', { query }, transitions),
  placeholderData: keepPreviousData,
})
export const getAccessGroup = (id: string) => ask('getAccessGroup', { params: { id } }, transitions)
export const searchAccessGroups = (search: string) =>
  ask('listAccessGroupsAdv', { query: { size: 20, ...(search && { search }) } }, ['accessGroup', 'account'])
