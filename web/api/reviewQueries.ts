import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

export const listAccessReviews = (query: NonNullable<CallInput<'listAccessReviews'>['query']> = {}) => ({
  ...queryCall('listAccessReviews', { query }, ['accessReview']),
  placeholderData: keepPreviousData,
})
export const getAccessReview = (id: string) => queryCall('getAccessReview', { params: { id } }, ['accessReview'])
export const listAccessReviewItems = (id: string, query: NonNullable<CallInput<'listAccessReviewItems'>['query']>) => ({
  ...queryCall('listAccessReviewItems', { params: { id }, query }, ['accessReview']),
  placeholderData: keepPreviousData,
})
export const previewAccessReview = (body: CallInput<'previewAccessReview'>['body']) => ({
  ...queryCall('previewAccessReview', { body }, ['account', 'accessGroup']),
  placeholderData: keepPreviousData,
})
