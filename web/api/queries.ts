import { keepPreviousData, type Query } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'
import { isSignedOut } from './problem.ts'

/** The queries of the screens, named like their operations. A list keeps its old rows while new ones load. */

export const getMe = () => ({
  ...ask('getMe', {}),
  staleTime: Number.POSITIVE_INFINITY,
  // The frame mounts after the response of `getMe`. Without a session, the same call would be denied again.
  retryOnMount: (query: Pick<Query, 'state'>) => !isSignedOut(query.state.error),
})

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
export const listViews = (screen: 'accounts') => ({
  ...ask('listViews', { query: { screen } }, ['view', 'tower']),
  placeholderData: keepPreviousData,
})
export const listMyAccounts = () => ask('listMyAccounts', {}, ['account', 'tower', 'family'])
export const getAccount = (id: string) => ask('getAccount', { params: { id } }, ['account', 'tower', 'family'])
export const getAccountHealth = (id: string) => ask('getAccountHealth', { params: { id } }, ['account'])
export const listOwnershipGaps = (query: NonNullable<CallInput<'listOwnershipGaps'>['query']> = {}) =>
  ask('listOwnershipGaps', { query }, ['account'])
export const listAccountActivity = (id: string, page = 1, size = 25) => ({
  ...ask('listAccountActivity', { params: { id }, query: { page, size } }, ['account']),
  placeholderData: keepPreviousData,
})
export const listResources = (id: string) => ({ ...ask('listResources', { params: { id } }, ['accountResources']), staleTime: 60_000 })
export const listResourceGroups = (id: string) => ({
  ...ask('listResourceGroups', { params: { id } }, ['accountResources']),
  staleTime: 60_000,
})
export const listUnmanagedResourceGroups = (id: string) => ({
  ...ask('listUnmanagedResourceGroups', { params: { id } }, ['accountResources', 'account']),
  staleTime: 60_000,
})
export const getNetworkDetails = (id: string) => ({ ...ask('getNetworkDetails', { params: { id } }), staleTime: 60_000 })
export const listBackupPolicies = (id: string) => ({ ...ask('listBackupPolicies', { params: { id } }), staleTime: 60_000 })
export const listUpdateSchedules = (id: string) => ({ ...ask('listUpdateSchedules', { params: { id } }), staleTime: 60_000 })
export const getPolicyCompliance = (id: string) => ({
  ...ask('getPolicyCompliance', { params: { id } }, ['accountResources']),
  staleTime: 60_000,
})
export const getVulnerabilitySummary = (id: string) => ({ ...ask('getVulnerabilitySummary', { params: { id } }), staleTime: 60_000 })
export const listResourceVulnerabilities = (id: string, query: NonNullable<CallInput<'listResourceVulnerabilities'>['query']>) => ({
  ...ask('listResourceVulnerabilities', { params: { id }, query }),
  staleTime: 60_000,
  placeholderData: keepPreviousData,
})
export const listAdvisorCostRecommendations = (id: string) => ({
  ...ask('listAdvisorCostRecommendations', { params: { id } }),
  staleTime: 60_000,
})
export const getAccountCost = (id: string) => ({ ...ask('getAccountCost', { params: { id } }, ['account']), staleTime: 60_000 })

/** Always reads from the cloud, so that the preview matches what will be deleted. */
export const dryRunDecommission = (id: string) => ({
  ...ask('dryRunDecommission', { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
})
export const getDecommission = (id: string) => ask('getDecommission', { params: { id } }, ['account', 'accountUpdate'])

export const listCatalogueItems = (query: NonNullable<CallInput<'listCatalogueItems'>['query']> = {}) => ({
  ...ask('listCatalogueItems', { query }, ['catalogueItem']),
  staleTime: 300_000,
})
export const listAccountServices = (id: string) => ask('listAccountServices', { params: { id } }, ['account'])
export const listAccountUpdates = (id: string, page = 1, size = 25) => ({
  ...ask('listAccountUpdates', { params: { id }, query: { page, size } }, ['account', 'accountUpdate', 'approval']),
  placeholderData: keepPreviousData,
})
export const listPendingUpdates = (id: string) => ask('listPendingUpdates', { params: { id } }, ['account', 'accountUpdate', 'approval'])
// The path has the account's id, so every change of the account refetches this one.
export const getAccountUpdate = (id: string, updateId: string) =>
  ask('getAccountUpdate', { params: { id, updateId } }, ['account', 'accountUpdate', 'approval'])
export const findAccountUpdate = (updateId: string) => ask('findAccountUpdate', { params: { updateId } }, ['accountUpdate'])
export const previewCatalogueUpdate = (id: string, body: CallInput<'previewCatalogueUpdate'>['body']) => ({
  ...ask('previewCatalogueUpdate', { params: { id }, body }, ['account', 'accountUpdate']),
  placeholderData: keepPreviousData,
})
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

export const listAccountGroups = (id: string) =>
  ask('listAccountGroups', { params: { id } }, ['account', 'accessGroup', 'accessRequest', 'approval'])
export const listRoleDefinitions = (id: string) => ({ ...ask('listRoleDefinitions', { params: { id } }), staleTime: 60_000 })
export const pollGroupCreation = (id: string, jobId: string) =>
  ask('pollGroupCreation', { params: { id }, query: { jobId } }, ['account', 'accessGroup'])
export const checkAccessRequest = (id: string, groupId: string) =>
  ask('checkAccessRequest', { params: { id }, body: { groupId } }, ['account', 'accessRequest', 'accessGroup'])
export const getPimRoleEligibility = (id: string) => ({
  ...ask('getPimRoleEligibility', { params: { id } }, ['privilegedRole']),
  staleTime: 60_000,
})

export const listMyRequestsPendingApproval = () => ask('listMyRequestsPendingApproval', {}, ['approval', 'accountRequest', 'accountUpdate'])
export const listAccountApprovals = () => ask('listAccountApprovals', {}, ['approval', 'accountRequest', 'accountUpdate'])
export const getAccountApproval = (id: string) =>
  ask('getAccountApproval', { params: { id } }, ['approval', 'accountRequest', 'accountUpdate'])

export const listWork = (status?: NonNullable<CallInput<'listWork'>['query']>['status']) => ({
  ...ask('listWork', { query: status ? { status } : {} }, ['accountRequest', 'account', 'accountUpdate', 'accessRequest', 'accessGroup']),
  placeholderData: keepPreviousData,
})
export const listNotifications = () => ask('listNotifications', {}, ['notification'])
