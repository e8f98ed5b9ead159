import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { pollEvery } from './denials.ts'
import { queryCall } from './queryCall.ts'

export const listUsers = (query: NonNullable<CallInput<'listUsers'>['query']> = {}) => ({
  ...queryCall('listUsers', { query }, ['session']),
  placeholderData: keepPreviousData,
})
export const getUser = (id: string) => queryCall('getUser', { params: { id } }, ['session'])
export const listMySessions = () => queryCall('listMySessions', {}, ['session'])
export const listSettings = () => queryCall('listSettings', {}, ['setting', 'maintenance'])
export const listSettingChanges = (name: CallInput<'listSettingChanges'>['params']['name']) =>
  queryCall('listSettingChanges', { params: { name } }, ['setting', 'maintenance'])
export const getMaintenance = () => queryCall('getMaintenance', {}, ['maintenance', 'databaseRestore'])
/** Polls, because there is no change event when the server starts a report. */
export const getDatabaseRestore = () => ({
  ...queryCall('getDatabaseRestore', {}, ['databaseRestore']),
  refetchInterval: pollEvery(10_000),
})
