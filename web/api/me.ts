import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { pollEvery } from './denials.ts'
import { queryCall } from './queryCall.ts'

export const listMyDelegations = () => queryCall('listMyDelegations', {}, ['delegation'])

export const previewDelegation = (body: CallInput<'previewDelegation'>['body']) =>
  queryCall('previewDelegation', { body }, ['delegation', 'approval'])

export const listCurrentDelegations = (personIds: string) => queryCall('listCurrentDelegations', { query: { personIds } }, ['delegation'])

export const getMyCalendar = () => queryCall('getMyCalendar', {}, ['delegation'])

export const listAbsences = () => queryCall('listAbsences', {}, ['delegation', 'approval'])

export const getMyNotificationSettings = () => queryCall('getMyNotificationSettings', {}, ['notificationSettings'])

export const suggestSubstitutes = (id: string) => queryCall('suggestSubstitutes', { params: { id } }, ['approval', 'delegation'])

const tasksCall = queryCall('countMyTasks', {}, [
  'approval',
  'accountRequest',
  'accountUpdate',
  'accessRequest',
  'sandboxRequest',
  'accessReview',
  'accessDifference',
  'emergencyAccess',
  'edgeRollout',
  'sandbox',
])
/** Change events about runs and connectors don't reach every person, so the count is also polled. */
export const countMyTasks = () => ({
  ...tasksCall,
  meta: { ...tasksCall.meta, isOnEveryScreen: true as const },
  refetchInterval: pollEvery(60_000),
})

export const listMyRequests = (query: NonNullable<CallInput<'listMyRequests'>['query']> = {}) => ({
  ...queryCall('listMyRequests', { query }, [
    'accountRequest',
    'accountUpdate',
    'accessRequest',
    'privilegedRole',
    'sandboxRequest',
    'sandboxAccessRequest',
    'approval',
    'account',
  ]),
  placeholderData: keepPreviousData,
})
