import { ask, call } from './ask.ts'

const open = 'status=in=(pending_approval,sending,scheduled,active,ending)'
const over = 'status=out=(pending_approval,sending,scheduled,active,ending)'

/** What one may take anywhere. */
export const listPimRoles = () => ({ ...ask('listPimRoles', {}, ['privilegedRole', 'account']), staleTime: 60_000 })
/** The same, asked of Azure anew. */
export const listPimRolesAnew = () => call('listPimRoles', { query: { refresh: true } })
/** What one has, waits for, or has set for later. */
export const listOpenActivations = () => ask('listPimActivations', { query: { filter: open, size: 50 } }, ['privilegedRole', 'approval'])
/** What has ended lately. */
export const listPastActivations = (size = 6) =>
  ask('listPimActivations', { query: { filter: over, size } }, ['privilegedRole', 'approval'])
/** Whether a ticket counts for a role. */
export const checkPimTicket = (accountId: string, number: string, roleDefinitionId: string) => ({
  ...ask('checkPimTicket', { query: { accountId, number, roleDefinitionId } }),
  staleTime: 30_000,
  retry: false,
})
