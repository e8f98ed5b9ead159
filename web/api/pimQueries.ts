import { call, queryCall } from './queryCall.ts'

const open = 'status=in=(pending_approval,sending,scheduled,active,ending)'
const endedFilter = 'status=out=(pending_approval,sending,scheduled,active,ending)'

export const listPimRoles = () => ({ ...queryCall('listPimRoles', {}, ['privilegedRole', 'account']), staleTime: 60_000 })
export const refreshPimRoles = () => call('listPimRoles', { query: { refresh: true } })
export const listOpenActivations = () =>
  queryCall('listPimActivations', { query: { filter: open, size: 50 } }, ['privilegedRole', 'approval'])
export const listPastActivations = (size = 6) =>
  queryCall('listPimActivations', { query: { filter: endedFilter, size } }, ['privilegedRole', 'approval'])
export const checkPimTicket = (accountId: string, number: string, roleDefinitionId: string) => ({
  ...queryCall('checkPimTicket', { query: { accountId, number, roleDefinitionId } }),
  staleTime: 30_000,
  retry: false,
})
