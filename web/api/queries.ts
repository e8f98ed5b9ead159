import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

/** Every question the screens ask, named like its operation. Lists keep their old rows while new ones come. */

export const getMe = () => ({ ...ask('getMe', {}), staleTime: Number.POSITIVE_INFINITY })

export const listTowers = () => ask('listTowers', {}, ['tower', 'family', 'account'])
export const getTower = (id: string) => ask('getTower', { params: { id } }, ['tower', 'family', 'account'])
export const listFamilies = () => ask('listFamilies', {}, ['family', 'tower', 'account'])
export const getFamily = (id: string) => ask('getFamily', { params: { id } }, ['family', 'tower', 'account'])

export const listAccountsAdv = (query: NonNullable<CallInput<'listAccountsAdv'>['query']>) => ({
  ...ask('listAccountsAdv', { query }, ['account']),
  placeholderData: keepPreviousData,
})
export const getAccountsAdvOptions = (query: NonNullable<CallInput<'getAccountsAdvOptions'>['query']> = {}) => ({
  ...ask('getAccountsAdvOptions', { query }, ['account', 'tower', 'family']),
  placeholderData: keepPreviousData,
})
export const searchAccounts = (searchTerm: string) => ask('searchAccounts', { query: { searchTerm } }, ['account'])
export const listMyAccounts = () => ask('listMyAccounts', {}, ['account', 'tower', 'family'])
export const getAccount = (id: string) => ask('getAccount', { params: { id } }, ['account', 'tower', 'family'])
export const listAccountActivity = (id: string, page = 1, size = 25) => ({
  ...ask('listAccountActivity', { params: { id }, query: { page, size } }, ['account']),
  placeholderData: keepPreviousData,
})
export const listResources = (id: string) => ({ ...ask('listResources', { params: { id } }), staleTime: 60_000 })
export const listResourceGroups = (id: string) => ({ ...ask('listResourceGroups', { params: { id } }), staleTime: 60_000 })

export const listCatalogueItems = () => ({ ...ask('listCatalogueItems', {}), staleTime: 300_000 })
export const searchUserData = (search: string) => ({ ...ask('searchUserData', { query: { search } }), staleTime: 60_000 })
export const searchGraphForUser = (search: string) => ({
  ...ask('searchGraphForUser', { query: { search, filter: true } }),
  staleTime: 60_000,
})

export const listAccountRequests = (query: NonNullable<CallInput<'listAccountRequests'>['query']> = {}) => ({
  ...ask('listAccountRequests', { query }, ['accountRequest', 'approval']),
  placeholderData: keepPreviousData,
})
export const getAccountRequest = (id: string) => ask('getAccountRequest', { params: { id } }, ['accountRequest', 'approval'])
export const checkAccountRequest = (body: CallInput<'checkAccountRequest'>['body']) => ({
  ...ask('checkAccountRequest', { body }, ['account', 'accountRequest', 'family', 'tower']),
  placeholderData: keepPreviousData,
})

export const listPendingApprovals = () => ask('listPendingApprovals', {}, ['approval', 'accountRequest'])
export const listMyRequestsPendingApproval = () => ask('listMyRequestsPendingApproval', {}, ['approval', 'accountRequest'])
export const listAccountApprovals = () => ask('listAccountApprovals', {}, ['approval', 'accountRequest'])
export const getAccountApproval = (id: string) => ask('getAccountApproval', { params: { id } }, ['approval', 'accountRequest'])

export const listWork = (status?: NonNullable<CallInput<'listWork'>['query']>['status']) => ({
  ...ask('listWork', { query: status ? { status } : {} }, ['accountRequest', 'account']),
  placeholderData: keepPreviousData,
})
export const listNotifications = () => ask('listNotifications', {}, ['notification'])
