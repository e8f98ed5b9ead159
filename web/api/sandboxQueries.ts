import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

const requestMoves = ['sandboxRequest', 'sandbox', 'sandboxAction', 'approval'] as const

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
  ...ask('listSandboxRequests', { query }, requestMoves),
  placeholderData: keepPreviousData,
})
export const listMyPendingSandboxRequests = () => ask('listMyPendingSandboxRequests', {}, requestMoves)
export const listSandboxRequestsICanApprove = () => ask('listSandboxRequestsICanApprove', {}, requestMoves)
export const getSandboxRequest = (id: string) => ask('getSandboxRequest', { params: { sboxRequestId: id } }, requestMoves)
export const checkSandboxRequest = (body: CallInput<'checkSandboxRequest'>['body']) => ({
  ...ask('checkSandboxRequest', { body }, ['sandbox', 'sandboxRequest', 'sandboxTemplate', 'tower']),
  placeholderData: keepPreviousData,
})

export const listSandboxWork = () => ask('listSandboxWork', {}, ['sandboxAction', 'sandbox', 'sandboxHost'])

export const listMySandboxAccess = () => ask('listMySandboxAccess', {}, ['groupAssignment', 'sandbox', 'accessRequest'])
