import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

const moves = ['accessGroup', 'account', 'accessRequest', 'groupAssignment', 'approval'] as const

export const findAccess = (query: CallInput<'findAccess'>['query']) => ({
  ...ask('findAccess', { query }, moves),
  placeholderData: keepPreviousData,
})
export const getAccessGroup = (id: string) => ask('getAccessGroup', { params: { id } }, moves)
/** Groups by name, to choose one from. */
export const searchAccessGroups = (search: string) =>
  ask('listAccessGroupsAdv', { query: { size: 20, ...(search && { search }) } }, ['accessGroup', 'account'])
