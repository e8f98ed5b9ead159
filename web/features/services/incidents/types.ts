import type { CallResult } from '../../../api/client.ts'

export type Account = CallResult<'getAccount'>
export type Incident = CallResult<'listAccountIncidents'>['items'][number]
export type OpenIncidents = CallResult<'listOpenAccountIncidents'>
export type OpenIncident = OpenIncidents['items'][number]
export type IncidentStatus = Incident['status']
export type Alert = CallResult<'listAlerts'>['items'][number]
export type AlertKey = CallResult<'listAlertKeys'>['items'][number]
export type NewAlertKey = CallResult<'rotateAlertKey'>
/** 1 is the highest level. */
export type Level = 1 | 2 | 3
