import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

const requestTransitions = ['sandboxRequest', 'sandbox', 'sandboxAction', 'approval'] as const

export const listSandboxTemplates = () => ask('listSandboxTemplates', {}, ['sandboxTemplate', 'sandboxHost', 'sandbox'])
export const getSandboxTemplate = (id: string) => ask('getSandboxTemplate', { params: { id } }, ['sandboxTemplate'])
export const listSandboxHosts = () => ask('listSandboxHosts', {}, ['sandboxHost', 'sandbox'])

/** Sandboxes that you own or are a member of. */
export const listMySandboxes = () => ask('listMySandboxes', {}, ['sandbox', 'sandboxAction', 'groupAssignment'])
export const listSandboxesAdv = (query: NonNullable<CallInput<'listSandboxesAdv'>['query']> = {}) => ({
  ...ask('listSandboxesAdv', { query }, ['sandbox']),
  placeholderData: keepPreviousData,
})
export const getSandboxesAdvOptions = (query: NonNullable<CallInput<'getSandboxesAdvOptions'>['query']> = {}) => ({
  ...ask('getSandboxesAdvOptions', { query }, ['sandbox']),
  placeholderData: keepPreviousData,
})
export const searchSandboxes = (searchTerm: string) => ask('searchSandboxes', { query: { searchTerm } }, ['sandbox'])

export const listSandboxRequests = (query: NonNullable<CallInput<'listSandboxRequests'>['query']> = {}) => ({
  ...ask('listSandboxRequests', { query }, requestTransitions),
  placeholderData: keepPreviousData,
})
export const listMyPendingSandboxRequests = () => ask('listMyPendingSandboxRequests', {}, requestTransitions)
export const listSandboxRequestsICanApprove = () => ask('listSandboxRequestsICanApprove', {}, requestTransitions)
export const getSandboxRequest = (id: string) => ask('getSandboxRequest', { params: { sboxRequestId: id } }, requestTransitions)
export const checkSandboxRequest = (body: CallInput<'checkSandboxRequest'>['body']) => ({
  ...ask('checkSandboxRequest', { body }, ['sandbox', 'sandboxRequest', 'sandboxTemplate', 'tower']),
  placeholderData: keepPreviousData,
})

export const listSandboxWork = () => ask('listSandboxWork', {}, ['sandboxAction', 'sandbox', 'sandboxHost'])

export const listMySandboxAccess = () => ask('listMySandboxAccess', {}, ['groupAssignment', 'sandbox', 'accessRequest'])
