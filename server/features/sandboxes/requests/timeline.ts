import type { Static } from 'typebox'
import type { Approval } from '../../../approvals/presentApproval.ts'
import type { TimelineEntry } from '../../../approvals/requestSchemas.ts'
import { timeline } from '../../../approvals/timeline.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { runOfSubject } from '../../../runs/queries.ts'
import type { Run } from '../../../runs/schemas.ts'
import { sandboxActionKind } from '../provisioning/start.ts'
import type { SandboxRequestSummary } from './schemas.ts'

export async function loadRunOf(db: Db, actor: Person, request: { kind: 'new' | 'extension'; sandbox_id: string | null }) {
  if (request.kind === 'extension' || request.sandbox_id === null) return null
  const action = await db
    .selectFrom('sandbox_actions')
    .select('id')
    .where('sandbox_id', '=', request.sandbox_id)
    .where('kind', '=', 'provision')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return action ? runOfSubject(db, actor, sandboxActionKind, action.id) : null
}

type Entry = Static<typeof TimelineEntry>
type TimelineFacts = Pick<SandboxRequestSummary, 'kind' | 'name' | 'status' | 'requester' | 'automatic' | 'submittedAt' | 'createdAt'> & {
  decisionReasons: string[]
}

export function sandboxTimeline(request: TimelineFacts, approvals: Approval[], run: Static<typeof Run> | null): Entry[] {
  const { kind, name, status, requester, automatic, submittedAt, createdAt, decisionReasons } = request
  const entries = timeline(
    {
      status,
      submitted:
        kind === 'new' ? `${requester.displayName} requested ${name}` : `${requester.displayName} requested an extension of ${name}`,
      approved: kind === 'new' ? 'Approved; setup starts when there is capacity' : 'Approved; the sandbox was extended',
      done: `${name} is ready`,
      submission: { at: createdAt, person: requester },
    },
    approvals,
    run,
  )
  const hasAutomaticApproval = approvals.some((approval) => approval.automatic !== null)
  if (!automatic || status !== 'approved' || hasAutomaticApproval) return entries
  const firstSubmitted = entries.findIndex((entry) => entry.at > submittedAt)
  const approved: Entry = { at: submittedAt, kind: 'approved', text: decisionReasons.join(' '), person: null, comment: null }
  return entries.toSpliced(firstSubmitted < 0 ? entries.length : firstSubmitted, 0, approved)
}
