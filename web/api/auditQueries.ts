import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { runKinds } from './cockpitQueries.ts'
import { pollEvery } from './denials.ts'
import { type Kind, queryCall } from './queryCall.ts'

/** Audit events are too frequent for change events, so the list polls. */
const pollIntervalMs = 5_000

export const listAuditEvents = (query: NonNullable<CallInput<'listAuditEvents'>['query']> = {}) => ({
  ...queryCall('listAuditEvents', { query }, ['auditErasure']),
  placeholderData: keepPreviousData,
})

export const getAuditEventOptions = (query: NonNullable<CallInput<'getAuditEventOptions'>['query']> = {}) => ({
  ...queryCall('getAuditEventOptions', { query }),
  placeholderData: keepPreviousData,
  staleTime: 60_000,
})

export const getAuditEvent = (id: string) => queryCall('getAuditEvent', { params: { id } }, ['auditErasure'])

export const getAuditStatus = () => ({
  ...queryCall('getAuditStatus', {}, ['auditVerification']),
  refetchInterval: pollEvery(pollIntervalMs),
})

export const listAuditErasures = () => queryCall('listAuditErasures', {}, ['auditErasure'])

export const previewAuditErasure = (personId: string) => ({ ...queryCall('previewAuditErasure', { query: { personId } }), staleTime: 0 })

/** Returns the kinds of change events that follow new audit events about a record of `kind`. */
function activityKinds(kind: NonNullable<CallInput<'listActivity'>['query']>['kind']): readonly Kind[] {
  if (kind === 'person') return ['session']
  if (kind === 'sandboxAccessRequest') return ['accessRequest']
  if (kind === 'policyChange' || kind === 'approvalPolicy') return ['approvalPolicy', 'approval']
  if (kind === 'workRun') return runKinds
  return [kind]
}

export const listActivity = (query: NonNullable<CallInput<'listActivity'>['query']>) => ({
  ...queryCall('listActivity', { query }, activityKinds(query.kind)),
  placeholderData: keepPreviousData,
})

/** Audit events never change, so their details are cached. */
export const getActivityEvent = (id: string) => ({
  ...queryCall('getActivityEvent', { params: { id } }, ['auditErasure']),
  staleTime: 600_000,
})
