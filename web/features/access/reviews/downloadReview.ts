import { call } from '../../../api/ask.ts'
import type { Review } from './types.ts'

/** Saves a review as a file, byte for byte: its digest is of these bytes. */
export async function downloadReview({ id, reference, status }: Pick<Review, 'id' | 'reference' | 'status'>): Promise<void> {
  const text = await call('exportAccessReview', { params: { id } })
  // Reading an answer as text takes the byte order mark away.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName({ reference, status })
  link.click()
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export const fileName = ({ reference, status }: Pick<Review, 'reference' | 'status'>) =>
  `access-review-${reference.toLowerCase()}${status === 'applied' ? '' : '-so-far'}.csv`
