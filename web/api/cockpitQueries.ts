import { keepPreviousData } from '@tanstack/react-query'
import { pollEvery } from './answeredNo.ts'
import { ask, type Kind } from './ask.ts'
import type { CallInput } from './client.ts'

export const workKinds: readonly Kind[] = [
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
/** Some parts of the cockpit change without a change event. */
const polling = { refetchInterval: pollEvery(10_000) }

export const getWorkOverview = () => ({ ...ask('getWorkOverview', {}, [...workKinds, 'queue']), ...polling })
export const listWorkAdv = (query: NonNullable<CallInput<'listWorkAdv'>['query']> = {}) => ({
  ...ask('listWorkAdv', { query }, workKinds),
  ...polling,
  placeholderData: keepPreviousData,
})
export const getWorkAdvOptions = (query: NonNullable<CallInput<'getWorkAdvOptions'>['query']> = {}) => ({
  ...ask('getWorkAdvOptions', { query }, workKinds),
  placeholderData: keepPreviousData,
})
export const listStuckWork = (query: NonNullable<CallInput<'listStuckWork'>['query']> = {}) => ({
  ...ask('listStuckWork', { query }, [...workKinds, 'sandbox', 'queue']),
  ...polling,
  placeholderData: keepPreviousData,
})
export const getWorkRun = (runId: string) => ({ ...ask('getWorkRun', { params: { runId } }, workKinds), ...polling })
export const listQueues = () => ({ ...ask('listQueues', {}, ['queue']), ...polling })
export const listConnectors = () => ({ ...ask('listConnectors', {}), ...polling })
export const listCaches = () => ({ ...ask('listCaches', {}), ...polling })
export const listSlowQueries = () => ({ ...ask('listSlowQueries', {}), ...polling })
export const listInvariants = () => ({ ...ask('listInvariants', {}), ...polling })
/** @param canRead false for auditors, who can't read the report */
export const getDoctorReport = (canRead: boolean) => ({ ...ask('getDoctorReport', {}, ['installation']), enabled: canRead })
export const listUnnumberedPeople = () => ask('listUnnumberedPeople', {})
