import { sql } from 'kysely'
import { findRecordedEvidence, loadEvidence } from '../../../approvals/approvalEvidence.ts'
import { canSeeRequest } from '../../../approvals/canSeeRequest.ts'
import { evidenceFilter } from '../../../approvals/evidenceFilter.ts'
import { fetchExternalFacts } from '../../../approvals/prepareVote.ts'
import { findLatestRound, findPreviousRound } from '../../../approvals/previousRound.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { loadApprovalItems } from './queries.ts'
import { ApprovalId, ApprovalWithEvidence } from './schemas.ts'

export const getAccountApproval = operation({
  id: 'getAccountApproval',
  method: 'GET',
  path: '/account-approvals/{id}',
  tag: 'account-approvals',
  summary: 'Get an approval with its evidence',
  description: 'Only approvers, administrators and auditors get the family’s budget and similar requests.',
  access: 'approver',
  params: ApprovalId,
  responses: { 200: ApprovalWithEvidence },
  errors: ['notFound'],
  prepare: (preparation) => fetchExternalFacts(preparation, preparation.params.id),
  async handler({ db, actor, params, allow, now }, externalFacts) {
    const [item] = await loadApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${params.id}`)
    if (!item) throw new Failure('notFound', 'This approval doesn’t exist.')
    const canSee = await canSeeRequest(db, actor, { kind: item.subjectKind, id: item.subjectId })
    allow(canSee || 'Only the requester, approvers, owners, administrators and auditors can see this request.')
    if (!item.subject) throw new Failure('notFound', 'The subject of this request no longer exists.')
    const subject = findApprovalSubject(item.subjectKind)
    const commentRequiredReason = (await subject.needsComment?.(db, item.subjectId)) ?? null
    const recordedEvidence = await findRecordedEvidence(db, item.id)
    const evidence =
      recordedEvidence ?? (await loadEvidence({ db, now: now(), externalFacts }, subject, { id: item.id, subject_id: item.subjectId }))
    const filter = await evidenceFilter(db, actor, item, recordedEvidence !== undefined)
    return {
      ...item,
      commentToApprove: commentRequiredReason,
      evidence: filter.visible({
        ...evidence,
        similar: evidence.similar?.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)) ?? null,
      }),
      evidenceRecorded: recordedEvidence !== undefined,
      previousRound: await findPreviousRound({ db, actor }, item, evidence, filter),
      latestRound: await findLatestRound(db, item),
    }
  },
})
