import { call } from '../../../api/queryCall.ts'
import type { Review } from './types.ts'

/** The exported bytes must not change, because the review’s digest covers them. */
export async function downloadReview({ id, reference, status }: Pick<Review, 'id' | 'reference' | 'status'>): Promise<void> {
  const text = await call('exportAccessReview', { params: { id } })
  // `text()` removes the byte order mark, so it is added again.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName({ reference, status })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export const fileName = ({ reference, status }: Pick<Review, 'reference' | 'status'>) =>
  `access-review-${reference.toLowerCase()}${status === 'applied' ? '' : '-so-far'}.csv`
