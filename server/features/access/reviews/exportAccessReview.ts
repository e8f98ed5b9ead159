import { Readable } from 'node:stream'
import { csvExport } from '../../../http/csv.ts'
import { operation, replyFile } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { reviewCan } from './policy.ts'
import { loadReviewFacts, reviewKind } from './queries.ts'
import { resultCsv } from './resultCsv.ts'
import { AccessReviewId } from './schemas.ts'

export const exportAccessReview = operation({
  id: 'exportAccessReview',
  method: 'GET',
  path: '/account-access/reviews/{id}/export.csv',
  tag: 'account-access',
  summary: 'Export an access review as CSV: decisions, reviewers, times and results',
  description: 'After the review is completed, `digest` of the review is the SHA-256 of this file, so that anyone can verify a copy.',
  access: 'owner',
  params: AccessReviewId,
  ...csvExport,
  errors: ['notFound', 'wrongState'],
  async handler({ db, actor, params, allow, audit }) {
    const { row, facts } = await loadReviewFacts(db, actor, params.id)
    audit({ subject: { kind: reviewKind, id: row.id } })
    allow(reviewCan(actor, { ...facts, status: 'open' }).export)
    requireState(reviewCan(actor, facts).export)
    const name = `access-review-${row.reference.toLowerCase()}${row.status === 'applied' ? '' : '-so-far'}.csv`
    return replyFile(name, Readable.from([await resultCsv(db, row.id)]))
  },
})
