import { keepPreviousData } from '@tanstack/react-query'
import { every } from './answeredNo.ts'
import { ask, type Kind } from './ask.ts'
import type { CallInput } from './client.ts'
import { workKinds } from './cockpitQueries.ts'

/** Events come all the time and are told to nobody, so that a busy day does not make every screen ask. */
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

export const getAuditStatus = () => ({ ...ask('getAuditStatus', {}, ['auditVerification']), refetchInterval: every(everyMs) })

export const listAuditErasures = () => ask('listAuditErasures', {}, ['auditErasure'])

export const previewAuditErasure = (personId: string) => ({ ...ask('previewAuditErasure', { query: { personId } }), staleTime: 0 })

/** What the server says has changed when something was done to a thing of this kind. */
function recordedBy(kind: NonNullable<CallInput<'listActivity'>['query']>['kind']): readonly Kind[] {
  if (kind === 'person') return ['session']
  if (kind === 'sandboxAccessRequest') return ['accessRequest']
  if (kind === 'policyChange' || kind === 'approvalPolicy') return ['approvalPolicy', 'approval']
  if (kind === 'workRun') return workKinds
  return [kind]
}

export const listActivity = (query: NonNullable<CallInput<'listActivity'>['query']>) => ({
  ...ask('listActivity', { query }, recordedBy(query.kind)),
  placeholderData: keepPreviousData,
})

/** What one event of it changed; events stay as they are. */
export const getActivityEvent = (id: string) => ({
  ...ask('getActivityEvent', { params: { id } }, ['auditErasure']),
  staleTime: 600_000,
})
