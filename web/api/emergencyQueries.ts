import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

export const getAccountEmergency = (id: string) => ask('getAccountEmergency', { params: { id } }, ['account', 'emergencyAccess'])
export const listEmergencyAccess = (query: NonNullable<CallInput<'listEmergencyAccess'>['query']> = {}) => ({
  ...ask('listEmergencyAccess', { query }, ['emergencyAccess', 'account']),
  placeholderData: keepPreviousData,
})
export const listEmergencyProfiles = () => ask('listEmergencyProfiles', {}, ['emergencyProfile', 'emergencyAccess'])
