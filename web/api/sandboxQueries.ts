import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

const requestTransitions = ['sandboxRequest', 'sandbox', 'sandboxAction', 'approval'] as const

export const listSandboxTemplates = () => queryCall('listSandboxTemplates', {}, ['sandboxTemplate', 'sandboxHost', 'sandbox'])
export const listSandboxHosts = () => queryCall('listSandboxHosts', {}, ['sandboxHost', 'sandbox'])

export const listMySandboxes = () => queryCall('listMySandboxes', {}, ['sandbox', 'sandboxAction', 'groupAssignment'])
export const listSandboxesAdv = (query: NonNullable<CallInput<'listSandboxesAdv'>['query']> = {}) => ({
  ...queryCall('listSandboxesAdv', { query }, ['sandbox']),
  placeholderData: keepPreviousData,
})
export const getSandboxesAdvOptions = (query: NonNullable<CallInput<'getSandboxesAdvOptions'>['query']> = {}) => ({
  ...queryCall('getSandboxesAdvOptions', { query }, ['sandbox']),
  placeholderData: keepPreviousData,
})
export const searchSandboxes = (searchTerm: string) => queryCall('searchSandboxes', { query: { searchTerm } }, ['sandbox'])

export const listSandboxRequests = (query: NonNullable<CallInput<'listSandboxRequests'>['query']> = {}) => ({
  ...queryCall('listSandboxRequests', { query }, requestTransitions),
  placeholderData: keepPreviousData,
})
export const listMyPendingSandboxRequests = () => queryCall('listMyPendingSandboxRequests', {}, requestTransitions)
export const listSandboxRequestsICanApprove = () => queryCall('listSandboxRequestsICanApprove', {}, requestTransitions)
export const getSandboxRequest = (id: string) => queryCall('getSandboxRequest', { params: { sboxRequestId: id } }, requestTransitions)
export const checkSandboxRequest = (body: CallInput<'checkSandboxRequest'>['body']) => ({
  ...queryCall('checkSandboxRequest', { body }, ['sandbox', 'sandboxRequest', 'sandboxTemplate', 'tower']),
  placeholderData: keepPreviousData,
})

export const listSandboxRuns = () => queryCall('listSandboxRuns', {}, ['sandboxAction', 'sandbox', 'sandboxHost'])

export const listMySandboxAccess = () => queryCall('listMySandboxAccess', {}, ['groupAssignment', 'sandbox', 'accessRequest'])
