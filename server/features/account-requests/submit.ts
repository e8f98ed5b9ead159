import { openApproval } from '../../approvals/openApproval.ts'
import { tellApprovers } from '../../approvals/tellApprovers.ts'
import type { Db } from '../../db/database.ts'
import { Failure } from '../../http/errors.ts'
import { approvalFacts, checkDetails } from './checkDetails.ts'
import type { AccountRequestDetails } from './schemas.ts'

/** @throws nameTaken or invalidRequest naming every bad field */
export async function requireValid(db: Db, details: AccountRequestDetails, except?: string): Promise<void> {
  const bad = (await checkDetails(db, details, except)).filter((check) => check.state === 'bad')
  if (bad.length === 0) return
  const code = bad.every((check) => check.field === 'name') ? 'nameTaken' : 'invalidRequest'
  throw new Failure(code, bad.map((check) => check.message).join(' '), { errors: bad.map(({ field, message }) => ({ field, message })) })
}

/** Opens a round of approval for the request and tells those who may decide first. */
export async function sendForApproval(
  db: Db,
  request: { id: string; reference: string; requesterId: string; requesterName: string; details: AccountRequestDetails; now: Date },
): Promise<void> {
  const { id, reference, requesterId, requesterName, details, now } = request
  const approvalId = await openApproval(db, {
    subjectKind: 'accountRequest',
    subjectId: id,
    requesterId,
    facts: await approvalFacts(db, details),
    now,
  })
  await tellApprovers(db, approvalId, { title: `${requesterName} asks for ${details.name}`, body: `${reference} waits for your decision.` })
}
