import { type OpenedApproval, openApproval } from '../../../approvals/openApproval.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { approvalFacts, checkDetails } from './checkDetails.ts'
import type { AccountRequestDetails } from './schemas.ts'
import { accountRequestSubject } from './subject.ts'

/** @throws nameTaken; invalidRequest with every invalid field */
export async function requireValid(
  checkContext: Parameters<typeof checkDetails>[0],
  details: AccountRequestDetails,
  exceptId?: string,
): Promise<void> {
  const failedChecks = (await checkDetails(checkContext, details, exceptId)).filter((check) => check.state === 'bad')
  if (failedChecks.length === 0) return
  const code = failedChecks.every((check) => check.field === 'name') ? 'nameTaken' : 'invalidRequest'
  throw new Failure(code, failedChecks.map((check) => check.message).join(' '), {
    errors: failedChecks.map(({ field, message }) => ({ field, message })),
  })
}

export function sendForApproval(
  context: { db: Db; jobs: Jobs; now: Date },
  request: { id: string; requesterId: string; details: AccountRequestDetails },
): Promise<OpenedApproval> {
  const { id, requesterId, details } = request
  return openApproval(context, accountRequestSubject, { subjectId: id, requesterId, facts: approvalFacts(details) })
}
