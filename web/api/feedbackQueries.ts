import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

export const listFeedback = (query: NonNullable<CallInput<'listFeedback'>['query']> = {}) => ({
  ...queryCall('listFeedback', { query }, ['feedback']),
  placeholderData: keepPreviousData,
})
export const getFeedbackOptions = (query: NonNullable<CallInput<'getFeedbackOptions'>['query']> = {}) => ({
  ...queryCall('getFeedbackOptions', { query }, ['feedback']),
  placeholderData: keepPreviousData,
})
export const listMyFeedback = (page = 1) => ({
  ...queryCall('listMyFeedback', { query: { page } }, ['feedback']),
  placeholderData: keepPreviousData,
})
export const getFeedback = (id: string) => queryCall('getFeedback', { params: { id } }, ['feedback'])
