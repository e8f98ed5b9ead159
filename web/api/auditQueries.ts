import { keepPreviousData } from '@tanstack/react-query'
import { pollEvery } from './answeredNo.ts'
import { ask, type Kind } from './ask.ts'
import type { CallInput } from './client.ts'
import { workKinds } from './cockpitQueries.ts'

/** Audit events are too frequent to announce, so the list polls instead. */
const everyMs = 5_000

export const listAuditEvents = (query: NonNullable<CallInput<'listAuditEvents'>['query']> = {}) => ({
  ...ask('listAuditEvents', { query }, ['auditErasure']),
  placeholderData: keepPreviousData,
})

export const getAuditEventOptions = (query: NonNullable<CallInput<'getAuditEventOptions'>['query']> = {}) => ({
  ...ask('getAuditEventOptions', { query }),
  placeholderData: keepPreviousData,
  staleTime: 60_000,
})

export const getAuditEvent = (id: string) => ask('getAuditEvent', { params: { id } }, ['auditErasure'])

export const getAuditStatus = () => ({ ...ask('getAuditStatus', {}, ['auditVerification']), refetchInterval: pollEvery(everyMs) })

export const listAuditErasures = () => ask('listAuditErasures', {}, ['auditErasure'])

export const previewAuditErasure = (personId: string) => ({ ...ask('previewAuditErasure', { query: { personId } }), staleTime: 0 })

/** Maps a record's kind to the change events that its new audit events cause. */
function activityQuery(kind: NonNullable<CallInput<'listActivity'>['query']>['kind']): readonly Kind[] {
  if (kind === 'person') return ['session']
  if (kind === 'sandboxAccessRequest') return ['accessRequest']
  if (kind === 'policyChange' || kind === 'approvalPolicy') return ['approvalPolicy', 'approval']
  if (kind === 'workRun') return workKinds
  return [kind]
}

export const listActivity = (query: NonNullable<CallInput<'listActivity'>['query']>) => ({
  ...ask('listActivity', { query }, activityQuery(query.kind)),
  placeholderData: keepPreviousData,
})

/** Audit events never change, so their details are cached. */
export const getActivityEvent = (id: string) => ({
  ...ask('getActivityEvent', { params: { id } }, ['auditErasure']),
  staleTime: 600_000,
})
