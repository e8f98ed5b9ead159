import { call } from '../../../api/ask.ts'
import type { Review } from './types.ts'

/** Saves the file byte for byte, because its digest is computed from these bytes. */
export async function downloadReview({ id, reference, status }: Pick<Review, 'id' | 'reference' | 'status'>): Promise<void> {
  const text = await call('exportAccessReview', { params: { id } })
  // Reading the response as text removed the byte order mark, so it is added again.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName({ reference, status })
  link.click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export const fileName = ({ reference, status }: Pick<Review, 'reference' | 'status'>) =>
  `access-review-${reference.toLowerCase()}${status === 'applied' ? '' : '-so-far'}.csv`
