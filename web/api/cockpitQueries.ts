import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { pollEvery } from './denials.ts'
import { type Kind, queryCall } from './queryCall.ts'

export const runKinds: readonly Kind[] = [
  'accountRequest',
  'accountUpdate',
  'accessRequest',
  'accessGroup',
  'groupAssignment',
  'accessReview',
  'accessDifference',
  'privilegedRole',
  'emergencyAccess',
  'sandboxAction',
  'incident',
  'deployment',
  'edgeRollout',
]
const polling = { refetchInterval: pollEvery(10_000) }

export const getRunsOverview = () => ({ ...queryCall('getRunsOverview', {}, [...runKinds, 'queue']), ...polling })
export const listRunsAdv = (query: NonNullable<CallInput<'listRunsAdv'>['query']> = {}) => ({
  ...queryCall('listRunsAdv', { query }, runKinds),
  ...polling,
  placeholderData: keepPreviousData,
})
export const getRunsAdvOptions = (query: NonNullable<CallInput<'getRunsAdvOptions'>['query']> = {}) => ({
  ...queryCall('getRunsAdvOptions', { query }, runKinds),
  placeholderData: keepPreviousData,
})
export const listStuckWork = (query: NonNullable<CallInput<'listStuckWork'>['query']> = {}) => ({
  ...queryCall('listStuckWork', { query }, [...runKinds, 'sandbox', 'queue']),
  ...polling,
  placeholderData: keepPreviousData,
})
export const getRun = (runId: string) => ({ ...queryCall('getRun', { params: { runId } }, runKinds), ...polling })
export const listQueues = () => ({ ...queryCall('listQueues', {}, ['queue']), ...polling })
export const listConnectors = () => ({ ...queryCall('listConnectors', {}), ...polling })
export const listCaches = () => ({ ...queryCall('listCaches', {}), ...polling })
export const listSlowQueries = () => ({ ...queryCall('listSlowQueries', {}), ...polling })
export const listInvariants = () => ({ ...queryCall('listInvariants', {}), ...polling })
/** @param canRead false for auditors, who can't read the report */
export const getDoctorReport = (canRead: boolean) => ({ ...queryCall('getDoctorReport', {}, ['installation']), enabled: canRead })
export const listPeopleWithoutEmployeeNumber = () => queryCall('listPeopleWithoutEmployeeNumber', {})
