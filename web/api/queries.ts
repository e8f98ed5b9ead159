import { keepPreviousData, type Query } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { isSignedOut } from './problem.ts'
import { queryCall } from './queryCall.ts'

/** The queries of the screens, named like their operations. A list keeps its old rows while new ones load. */

export const getMe = () => ({
  ...queryCall('getMe', {}),
  staleTime: Number.POSITIVE_INFINITY,
  // The frame mounts after the response of `getMe`. Without a session, the same call would be denied again.
  retryOnMount: (query: Pick<Query, 'state'>) => !isSignedOut(query.state.error),
})

export const listTowers = () => queryCall('listTowers', {}, ['tower', 'family', 'account'])
export const listFamilies = () => queryCall('listFamilies', {}, ['family', 'tower', 'account'])

export const listAccountsAdv = (query: NonNullable<CallInput<'listAccountsAdv'>['query']>) => ({
  ...queryCall('listAccountsAdv', { query }, ['account']),
  placeholderData: keepPreviousData,
})
export const getAccountsAdvOptions = (query: NonNullable<CallInput<'getAccountsAdvOptions'>['query']> = {}) => ({
  ...queryCall('getAccountsAdvOptions', { query }, ['account', 'tower', 'family']),
  placeholderData: keepPreviousData,
})
export const searchAccounts = (searchTerm: string) => queryCall('searchAccounts', { query: { searchTerm } }, ['account'])
export const listViews = (screen: 'accounts') => ({
  ...queryCall('listViews', { query: { screen } }, ['view', 'tower']),
  placeholderData: keepPreviousData,
})
export const listMyAccounts = () => queryCall('listMyAccounts', {}, ['account', 'tower', 'family'])
export const getAccount = (id: string) => queryCall('getAccount', { params: { id } }, ['account', 'tower', 'family'])
export const getAccountHealth = (id: string) => queryCall('getAccountHealth', { params: { id } }, ['account'])
export const listOwnershipGaps = (query: NonNullable<CallInput<'listOwnershipGaps'>['query']> = {}) =>
  queryCall('listOwnershipGaps', { query }, ['account'])
export const listAccountActivity = (id: string, page = 1, size = 25) => ({
  ...queryCall('listAccountActivity', { params: { id }, query: { page, size } }, ['account']),
  placeholderData: keepPreviousData,
})
export const listResources = (id: string) => ({
  ...queryCall('listResources', { params: { id } }, ['accountResources']),
  staleTime: 60_000,
})
export const listResourceGroups = (id: string) => ({
  ...queryCall('listResourceGroups', { params: { id } }, ['accountResources']),
  staleTime: 60_000,
})
export const listUnmanagedResourceGroups = (id: string) => ({
  ...queryCall('listUnmanagedResourceGroups', { params: { id } }, ['accountResources', 'account']),
  staleTime: 60_000,
})
export const getNetworkDetails = (id: string) => ({ ...queryCall('getNetworkDetails', { params: { id } }), staleTime: 60_000 })
export const listBackupPolicies = (id: string) => ({ ...queryCall('listBackupPolicies', { params: { id } }), staleTime: 60_000 })
export const listUpdateSchedules = (id: string) => ({ ...queryCall('listUpdateSchedules', { params: { id } }), staleTime: 60_000 })
export const getPolicyCompliance = (id: string) => ({
  ...queryCall('getPolicyCompliance', { params: { id } }, ['accountResources']),
  staleTime: 60_000,
})
export const getVulnerabilitySummary = (id: string) => ({ ...queryCall('getVulnerabilitySummary', { params: { id } }), staleTime: 60_000 })
export const listResourceVulnerabilities = (id: string, query: NonNullable<CallInput<'listResourceVulnerabilities'>['query']>) => ({
  ...queryCall('listResourceVulnerabilities', { params: { id }, query }),
  staleTime: 60_000,
  placeholderData: keepPreviousData,
})
export const listAdvisorCostRecommendations = (id: string) => ({
  ...queryCall('listAdvisorCostRecommendations', { params: { id } }),
  staleTime: 60_000,
})
export const getAccountCost = (id: string) => ({ ...queryCall('getAccountCost', { params: { id } }, ['account']), staleTime: 60_000 })

/** Always reads from the cloud, so that the preview matches what will be deleted. */
export const dryRunDecommission = (id: string) => ({
  ...queryCall('dryRunDecommission', { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
})
export const getDecommission = (id: string) => queryCall('getDecommission', { params: { id } }, ['account', 'accountUpdate'])

export const listCatalogueItems = (query: NonNullable<CallInput<'listCatalogueItems'>['query']> = {}) => ({
  ...queryCall('listCatalogueItems', { query }, ['catalogueItem']),
  staleTime: 300_000,
})
export const listAccountServices = (id: string) => queryCall('listAccountServices', { params: { id } }, ['account'])
export const listAccountUpdates = (id: string, page = 1, size = 25) => ({
  ...queryCall('listAccountUpdates', { params: { id }, query: { page, size } }, ['account', 'accountUpdate', 'approval']),
  placeholderData: keepPreviousData,
})
export const listPendingUpdates = (id: string) =>
  queryCall('listPendingUpdates', { params: { id } }, ['account', 'accountUpdate', 'approval'])
// The path has the account's ID, so every change of the account refetches this one.
export const getAccountUpdate = (id: string, updateId: string) =>
  queryCall('getAccountUpdate', { params: { id, updateId } }, ['account', 'accountUpdate', 'approval'])
export const findAccountUpdate = (updateId: string) => queryCall('findAccountUpdate', { params: { updateId } }, ['accountUpdate'])
export const previewCatalogueUpdate = (id: string, body: CallInput<'previewCatalogueUpdate'>['body']) => ({
  ...queryCall('previewCatalogueUpdate', { params: { id }, body }, ['account', 'accountUpdate']),
  placeholderData: keepPreviousData,
})
export const searchUserData = (search: string) => ({ ...queryCall('searchUserData', { query: { search } }), staleTime: 60_000 })
export const searchGraphForUser = (search: string) => ({
  ...queryCall('searchGraphForUser', { query: { search, filter: true } }),
  staleTime: 60_000,
})

export const listAccountRequests = (query: NonNullable<CallInput<'listAccountRequests'>['query']> = {}) => ({
  ...queryCall('listAccountRequests', { query }, ['accountRequest', 'approval', 'account']),
  placeholderData: keepPreviousData,
})
export const getAccountRequest = (id: string) =>
  queryCall('getAccountRequest', { params: { id } }, ['accountRequest', 'approval', 'account'])
export const checkAccountRequest = (body: CallInput<'checkAccountRequest'>['body']) => ({
  ...queryCall('checkAccountRequest', { body }, ['account', 'accountRequest', 'family', 'tower']),
  placeholderData: keepPreviousData,
})

export const listAccountGroups = (id: string) =>
  queryCall('listAccountGroups', { params: { id } }, ['account', 'accessGroup', 'accessRequest', 'approval'])
export const listRoleDefinitions = (id: string) => ({ ...queryCall('listRoleDefinitions', { params: { id } }), staleTime: 60_000 })
export const pollGroupCreation = (id: string, jobId: string) =>
  queryCall('pollGroupCreation', { params: { id }, query: { jobId } }, ['account', 'accessGroup'])
export const checkAccessRequest = (id: string, groupId: string) =>
  queryCall('checkAccessRequest', { params: { id }, body: { groupId } }, ['account', 'accessRequest', 'accessGroup'])
export const getPimRoleEligibility = (id: string) => ({
  ...queryCall('getPimRoleEligibility', { params: { id } }, ['privilegedRole']),
  staleTime: 60_000,
})

export const listMyRequestsPendingApproval = () =>
  queryCall('listMyRequestsPendingApproval', {}, ['approval', 'accountRequest', 'accountUpdate'])
export const listAccountApprovals = () => queryCall('listAccountApprovals', {}, ['approval', 'accountRequest', 'accountUpdate'])
export const getAccountApproval = (id: string) =>
  queryCall('getAccountApproval', { params: { id } }, ['approval', 'accountRequest', 'accountUpdate', 'account'])

export const listRuns = (status?: NonNullable<CallInput<'listRuns'>['query']>['status']) => ({
  ...queryCall('listRuns', { query: status ? { status } : {} }, [
    'accountRequest',
    'account',
    'accountUpdate',
    'accessRequest',
    'accessGroup',
  ]),
  placeholderData: keepPreviousData,
})
export const listNotifications = () => queryCall('listNotifications', {}, ['notification', 'approval'])
