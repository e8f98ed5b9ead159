import { ask, call } from './ask.ts'

const open = 'status=in=(pending_approval,sending,scheduled,active,ending)'
const endedFilter = 'status=out=(pending_approval,sending,scheduled,active,ending)'

export const listPimRoles = () => ({ ...ask('listPimRoles', {}, ['privilegedRole', 'account']), staleTime: 60_000 })
/** Reads from Azure instead of the server's cache. */
export const refreshPimRoles = () => call('listPimRoles', { query: { refresh: true } })
/** Lists active, pending and scheduled roles. */
export const listOpenActivations = () => ask('listPimActivations', { query: { filter: open, size: 50 } }, ['privilegedRole', 'approval'])
export const listPastActivations = (size = 6) =>
  ask('listPimActivations', { query: { filter: endedFilter, size } }, ['privilegedRole', 'approval'])
/** Checks whether a ticket is valid for a role. */
export const checkPimTicket = (accountId: string, number: string, roleDefinitionId: string) => ({
  ...ask('checkPimTicket', { query: { accountId, number, roleDefinitionId } }),
  staleTime: 30_000,
  retry: false,
})
