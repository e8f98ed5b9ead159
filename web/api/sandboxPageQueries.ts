import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

const params = (id: string) => ({ params: { id } })

export const getSandbox = (id: string) =>
  queryCall('getSandbox', params(id), ['sandbox', 'sandboxAction', 'sandboxRequest', 'groupAssignment'])
export const getSandboxSpend = (id: string) => queryCall('getSandboxSpend', params(id), ['sandbox'])
export const listSandboxResources = (id: string) => queryCall('listSandboxResources', params(id), ['sandbox'])
export const checkSandboxExtension = (id: string, body: CallInput<'checkSandboxExtension'>['body']) =>
  queryCall('checkSandboxExtension', { ...params(id), body }, ['sandbox', 'sandboxRequest', 'approval'])
export const getSandboxDeletion = (id: string) => queryCall('getSandboxDeletion', params(id), ['sandbox'])
export const listSandboxMembers = (id: string) => queryCall('listSandboxMembers', params(id), ['sandbox', 'groupAssignment', 'accessGroup'])
export const listSandboxGroups = (id: string) => queryCall('listSandboxGroups', params(id), ['sandbox', 'groupAssignment', 'accessGroup'])
export const listRequestsOfSandbox = (id: string) =>
  queryCall('listRequestsOfSandbox', params(id), ['sandbox', 'accessRequest', 'approval'])
export const getSandboxAccessRequest = (id: string) => queryCall('getSandboxAccessRequest', params(id), ['accessRequest', 'approval'])
export const listSandboxEvents = (id: string, page: number) => ({
  ...queryCall('listSandboxEvents', { ...params(id), query: { page, size: 25 } }, ['sandbox', 'groupAssignment']),
  placeholderData: keepPreviousData,
})
