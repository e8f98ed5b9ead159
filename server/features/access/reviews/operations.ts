import { cancelAccessReview } from './cancelAccessReview.ts'
import { closeAccessReview } from './closeAccessReview.ts'
import { createAccessReview } from './createAccessReview.ts'
import { decideAccessReviewItems } from './decideAccessReviewItems.ts'
import { exportAccessReview } from './exportAccessReview.ts'
import { getAccessReview } from './getAccessReview.ts'
import { listAccessReviewItems } from './listAccessReviewItems.ts'
import { listAccessReviews } from './listAccessReviews.ts'
import { previewAccessReview } from './previewAccessReview.ts'

export const accessReviewOperations = [
  listAccessReviews,
  createAccessReview,
  previewAccessReview,
  getAccessReview,
  listAccessReviewItems,
  decideAccessReviewItems,
  closeAccessReview,
  cancelAccessReview,
  exportAccessReview,
]
