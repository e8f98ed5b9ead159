import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

export const listGroupAssignments = (id: string, groupId: string) =>
  ask('listGroupAssignments', { params: { id, groupId } }, ['account', 'groupAssignment', 'accessRequest'])
export const listEndingAccess = (query: NonNullable<CallInput<'listEndingAccess'>['query']> = {}) => ({
  ...ask('listEndingAccess', { query }, ['groupAssignment', 'account']),
  placeholderData: keepPreviousData,
})
