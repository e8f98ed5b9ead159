import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { openApproval } from '../../approvals/openApproval.ts'
import type { ApprovalFacts } from '../../approvals/subject.ts'
import { tellApprovers } from '../../approvals/tellApprovers.ts'
import type { Db } from '../../db/database.ts'
import type { NewSandboxDetails, SandboxExtensionDetails } from '../../db/tables.ts'
import { moneyWords } from '../account-updates/words.ts'
import { inWords } from '../sandbox-lease/lease.ts'
import type { Ruling } from './ruling.ts'

export const sandboxRequestKind = 'sandboxRequest'

/** What the approval policy looks at. */
export function sandboxRequestFacts(towerId: string, sandboxId: string | null): ApprovalFacts {
  const about = sandboxId === null ? {} : { sandboxId }
  return { towerId, familyId: null, catalogueItemIds: [], environment: 'development', restrictedItems: false, ...about }
}

interface Asked {
  kind: 'new' | 'extension'
  templateId: string
  /** Of an extension. */
  sandboxId: string | null
  requesterId: string
  towerId: string
  name: string
  justification: string
  details: NewSandboxDetails | SandboxExtensionDetails
  ruling: Ruling
  now: Date
}

/** Writes the request down; what becomes of it is the ruling's affair. */
export async function writeRequest(db: Db, asked: Asked) {
  const { now, ruling } = asked
  const number = await sql<{ n: number }>`select nextval('sandbox_request_number') as n`.execute(db)
  return db
    .insertInto('sandbox_requests')
    .values({
      id: randomUUIDv7(),
      reference: `SBX-${now.getUTCFullYear()}-${String(number.rows[0]!.n).padStart(4, '0')}`,
      kind: asked.kind,
      template_id: asked.templateId,
      sandbox_id: asked.sandboxId,
      requester_id: asked.requesterId,
      tower_id: asked.towerId,
      details: JSON.stringify(asked.details),
      name: asked.name,
      justification: asked.justification,
      status: 'pending_approval',
      automatic: ruling.automatic,
      ruling: ruling.why,
      submitted_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
export type RequestRow = Awaited<ReturnType<typeof writeRequest>>

/** What an approver reads in a notice. */
export function sandboxRequestNotice(request: {
  kind: 'new' | 'extension'
  name: string
  reference: string
  requesterName: string
  hours: number
  budget: { amount: number; currency: string }
}) {
  const { kind, name, reference, requesterName, hours, budget } = request
  const what = [...(hours > 0 ? [inWords(hours)] : []), ...(budget.amount > 0 ? [moneyWords(budget)] : [])].join(' and ')
  const title = kind === 'new' ? `${requesterName} asks for the sandbox ${name}` : `${requesterName} asks for more of the sandbox ${name}`
  return { title, body: `${reference}, ${what}, waits for your decision.` }
}

/** Opens a round of approval for the request and tells those who may decide. */
export async function sendForApproval(db: Db, request: RequestRow, requesterName: string, currency: string, now: Date): Promise<void> {
  const approvalId = await openApproval(db, {
    subjectKind: sandboxRequestKind,
    subjectId: request.id,
    requesterId: request.requester_id,
    facts: sandboxRequestFacts(request.tower_id, request.kind === 'extension' ? request.sandbox_id : null),
    now,
  })
  const { kind, name, reference, details } = request
  const budget = { amount: details.budget, currency }
  await tellApprovers(db, approvalId, sandboxRequestNotice({ kind, name, reference, requesterName, hours: details.hours, budget }))
}
