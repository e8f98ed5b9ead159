import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

export const getAccountEmergencyAccess = (id: string) =>
  queryCall('getAccountEmergencyAccess', { params: { id } }, ['account', 'emergencyAccess'])
export const listEmergencyAccess = (query: NonNullable<CallInput<'listEmergencyAccess'>['query']> = {}) => ({
  ...queryCall('listEmergencyAccess', { query }, ['emergencyAccess', 'account']),
  placeholderData: keepPreviousData,
})
export const listEmergencyProfiles = () => queryCall('listEmergencyProfiles', {}, ['emergencyProfile', 'emergencyAccess'])
