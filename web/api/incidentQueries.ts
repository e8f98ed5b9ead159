import { keepPreviousData } from '@tanstack/react-query'
import { queryCall } from './queryCall.ts'

export const initialIncidentCount = 10
export const listAccountIncidents = (id: string, size = initialIncidentCount) => ({
  ...queryCall('listAccountIncidents', { params: { id }, query: { size } }, ['incident', 'account']),
  placeholderData: keepPreviousData,
})
export const listOpenAccountIncidents = (id: string) => ({
  ...queryCall('listOpenAccountIncidents', { params: { id } }, ['incident', 'alert']),
  staleTime: 60_000,
})
export const getAccountConfigurationItem = (id: string) => ({
  ...queryCall('getAccountConfigurationItem', { params: { id } }),
  staleTime: 60_000,
})
export const searchConfigurationItems = (incidentService: string, name: string) => ({
  ...queryCall('searchConfigurationItems', { params: { incidentService, name } }),
  staleTime: 60_000,
})
export const searchAssignmentGroups = (incidentService: string, name: string) => ({
  ...queryCall('searchAssignmentGroups', { params: { incidentService, name } }),
  staleTime: 60_000,
})

export const listAlertKeys = (id: string) => queryCall('listAlertKeys', { params: { id } }, ['alert', 'account'])
export const alertsPageSize = 10
export const listAlerts = (id: string, page = 1) => ({
  ...queryCall('listAlerts', { params: { id }, query: { page, size: alertsPageSize } }, ['alert', 'account']),
  placeholderData: keepPreviousData,
})
