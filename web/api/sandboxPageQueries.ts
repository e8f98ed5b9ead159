import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'

const params = (id: string) => ({ params: { id } })

/** A sandbox page also changes with its runs, members and requests. */
export const getSandbox = (id: string) => ask('getSandbox', params(id), ['sandbox', 'sandboxAction', 'sandboxRequest', 'groupAssignment'])
export const getSandboxSpend = (id: string) => ask('getSandboxSpend', params(id), ['sandbox'])
export const listSandboxResources = (id: string) => ask('listSandboxResources', params(id), ['sandbox'])
export const getSandboxDeletion = (id: string) => ask('getSandboxDeletion', params(id), ['sandbox'])
export const listSandboxMembers = (id: string) => ask('listSandboxMembers', params(id), ['sandbox', 'groupAssignment', 'accessGroup'])
export const listSandboxGroups = (id: string) => ask('listSandboxGroups', params(id), ['sandbox', 'groupAssignment', 'accessGroup'])
export const listRequestsOfSandbox = (id: string) => ask('listRequestsOfSandbox', params(id), ['sandbox', 'accessRequest', 'approval'])
export const getSandboxAccessRequest = (requestId: string) =>
  ask('getSandboxAccessRequest', { params: { requestId } }, ['accessRequest', 'approval'])
export const listSandboxEvents = (id: string, page: number) => ({
  ...ask('listSandboxEvents', { ...params(id), query: { page, size: 25 } }, ['sandbox', 'groupAssignment']),
  placeholderData: keepPreviousData,
})
