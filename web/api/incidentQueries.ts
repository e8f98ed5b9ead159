import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'

export const initialIncidentCount = 10
/** The latest incidents that were created through Slipway; `size` limits them. */
export const listAccountIncidents = (id: string, size = initialIncidentCount) => ({
  ...ask('listAccountIncidents', { params: { id }, query: { size } }, ['incident', 'account']),
  placeholderData: keepPreviousData,
})
export const listOpenAccountIncidents = (id: string) => ({
  ...ask('listOpenAccountIncidents', { params: { id } }, ['incident', 'alert']),
  staleTime: 60_000,
})
export const getAccountConfigurationItem = (id: string) => ({
  ...ask('getAccountConfigurationItem', { params: { id } }),
  staleTime: 60_000,
})
export const searchConfigurationItems = (incidentService: string, name: string) => ({
  ...ask('searchConfigurationItems', { params: { incidentService, name } }),
  staleTime: 60_000,
})
export const searchAssignmentGroups = (incidentService: string, name: string) => ({
  ...ask('searchAssignmentGroups', { params: { incidentService, name } }),
  staleTime: 60_000,
})

export const listAlertKeys = (id: string) => ask('listAlertKeys', { params: { id } }, ['alert', 'account'])
export const alertsPageSize = 10
export const listAlerts = (id: string, page = 1) => ({
  ...ask('listAlerts', { params: { id }, query: { page, size: alertsPageSize } }, ['alert', 'account']),
  placeholderData: keepPreviousData,
})
