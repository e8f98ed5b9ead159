import { keepPreviousData } from '@tanstack/react-query'
import { pollEvery } from './answeredNo.ts'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

export const listUsers = (query: NonNullable<CallInput<'listUsers'>['query']> = {}) => ({
  ...ask('listUsers', { query }, ['session']),
  placeholderData: keepPreviousData,
})
export const getUser = (id: string) => ask('getUser', { params: { id } }, ['session'])
export const listMySessions = () => ask('listMySessions', {}, ['session'])
export const listSettings = () => ask('listSettings', {}, ['setting', 'maintenance'])
export const listSettingChanges = (name: CallInput<'listSettingChanges'>['params']['name']) =>
  ask('listSettingChanges', { params: { name } }, ['setting', 'maintenance'])
export const getMaintenance = () => ask('getMaintenance', {}, ['maintenance', 'databaseRestore'])
/** The start of a report has no change event. */
export const getDatabaseRestore = () => ({ ...ask('getDatabaseRestore', {}, ['databaseRestore']), refetchInterval: pollEvery(10_000) })
