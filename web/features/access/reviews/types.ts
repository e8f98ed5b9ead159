import type { CallInput, CallResult } from '../../../api/client.ts'

export type Review = CallResult<'getAccessReview'>
export type ReviewSummary = CallResult<'listAccessReviews'>['items'][number]
export type ReviewItem = CallResult<'listAccessReviewItems'>['items'][number]
export type Preview = CallResult<'previewAccessReview'>
export type NewReview = NonNullable<CallInput<'createAccessReview'>['body']>
export type Decision = ReviewItem['decision']
