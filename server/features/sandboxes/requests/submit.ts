import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ApprovalFacts } from '../../../approvals/subject.ts'
import type { Db } from '../../../db/database.ts'
import type { NewSandboxDetails, SandboxExtensionDetails } from '../../../db/tables.ts'
import { formatHours, formatMoney, toUnits } from '../../../format.ts'
import type { ApprovalRuleResult } from './approvalRule.ts'

export const sandboxRequestKind = 'sandboxRequest'

interface RequestedFacts {
  kind: 'new' | 'extension'
  name: string
  towerId: string
  sandboxId: string | null
  region: string
  hours: number
  /** Minor units. */
  budget: number
  currency: string
}

export function sandboxRequestFacts({ kind, name, towerId, sandboxId, region, hours, budget, currency }: RequestedFacts): ApprovalFacts {
  const sandboxFact = kind === 'new' || sandboxId === null ? {} : { sandboxId }
  const target = kind === 'new' ? { name, environment: 'development' } : {}
  const request = { change: kind, region, hours, budget: toUnits(budget, currency), extends: kind === 'extension' }
  return { towerId, familyId: null, catalogueItemIds: [], ...sandboxFact, request, target }
}

interface RequestSubmission {
  kind: 'new' | 'extension'
  templateId: string
  sandboxId: string | null
  requesterId: string
  towerId: string
  name: string
  justification: string
  details: NewSandboxDetails | SandboxExtensionDetails
  ruleResult: ApprovalRuleResult
  now: Date
}

export async function writeRequest(db: Db, submission: RequestSubmission) {
  const { now, ruleResult } = submission
  const number = await sql<{ n: number }>`select nextval('sandbox_request_number') as n`.execute(db)
  return db
    .insertInto('sandbox_requests')
    .values({
      id: uuidv7(),
      reference: `SBX-${now.getUTCFullYear()}-${String(number.rows[0]!.n).padStart(4, '0')}`,
      kind: submission.kind,
      template_id: submission.templateId,
      sandbox_id: submission.sandboxId,
      requester_id: submission.requesterId,
      tower_id: submission.towerId,
      details: JSON.stringify(submission.details),
      name: submission.name,
      justification: submission.justification,
      status: 'pending_approval',
      automatic: ruleResult.automatic,
      decision_reasons: ruleResult.reasons,
      submitted_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
export type RequestRow = Awaited<ReturnType<typeof writeRequest>>

export function sandboxRequestNotification(request: {
  kind: 'new' | 'extension'
  name: string
  reference: string
  requesterName: string
  hours: number
  budget: { amount: number; currency: string }
}) {
  const { kind, name, reference, requesterName, hours, budget } = request
  const description = [...(hours > 0 ? [formatHours(hours)] : []), ...(budget.amount > 0 ? [formatMoney(budget)] : [])].join(' and ')
  const title =
    kind === 'new' ? `${requesterName} requests the sandbox ${name}` : `${requesterName} requests an extension of the sandbox ${name}`
  return { title, body: `${reference}, ${description}, is waiting for your decision.` }
}
