import { sql } from 'kysely'
import type { ApprovalSubject } from '../../../approvals/subject.ts'
import { anyOf, isParticipant, requestDeniedMessage, type Subject, sandboxOwner } from '../../../subjects/subject.ts'
import { accessShape, accessSubject } from '../../access/assignments/subject.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { sandboxAccessEvidence } from './evidence.ts'
import { loadSandboxAccessSummaries } from './requests.ts'
import { SandboxAccessRequestSummary } from './schemas.ts'

const baseSubject = accessSubject(sandboxAccessRequestKind)

export const sandboxAccessRequestSubject = {
  ...baseSubject,
  kind: sandboxAccessRequestKind,
  paths: ['/sandbox-access/requests/'],
  page: (id) => `/sandboxes/access-requests/${id}`,
  nameSource: { table: sql`access_requests`, name: sql`s.reference`, excludedFromSearch: true },
  activity: {
    table: sql`(select * from access_requests where sandbox_id is not null)`,
    own: anyOf(isParticipant(sandboxAccessRequestKind), sandboxOwner),
    deniedMessage: requestDeniedMessage,
  },
  policy: { name: 'Sandbox access', relations: ['towerLead', 'sandboxOwner', 'manager'] },
  summary: SandboxAccessRequestSummary,
  summaries: ({ db }, ids) => loadSandboxAccessSummaries(db, ids),
  evidence: sandboxAccessEvidence,
  shape: accessShape,
  seriousWarnings: () => sql`(select (s.status not in ('active', 'frozen'))::int + (not p.active)::int from access_requests r
    join sandboxes s on s.id = r.sandbox_id join people p on p.id = r.requester_id where r.id = a.subject_id)`,
  async onClosed(context, requestId, outcome, comment, automatic) {
    // The sandbox is locked before its groups, as everywhere else, to avoid deadlocks.
    await context.db
      .selectFrom('sandboxes')
      .select('id')
      .where('id', 'in', (expression) => expression.selectFrom('access_requests').select('sandbox_id').where('id', '=', requestId))
      .forUpdate()
      .execute()
    await baseSubject.onClosed(context, requestId, outcome, comment, automatic)
    if (outcome !== 'approved') return
    const { db, now } = context
    const request = await db
      .selectFrom('access_requests as r')
      .innerJoin('people as p', 'p.id', 'r.requester_id')
      .innerJoin('access_groups as g', 'g.id', 'r.group_id')
      .select(['r.sandbox_id', 'r.requester_id', 'r.reference', 'r.extends_assignment_id', 'p.display_name', 'g.name'])
      .where('r.id', '=', requestId)
      .executeTakeFirstOrThrow()
    await recordEvent(db, {
      sandboxId: request.sandbox_id!,
      kind: 'memberIn',
      text: `${request.display_name} ${request.extends_assignment_id ? 'keeps access to' : 'got access to'} ${request.name} (${request.reference})`,
      personId: request.requester_id,
      key: `approved:${requestId}`,
      now,
    })
  },
} satisfies ApprovalSubject

export const sandboxAccessGroupSubject = {
  kind: 'sandboxAccessGroup',
  paths: ['/sandbox-access/groups/'],
} satisfies Subject
