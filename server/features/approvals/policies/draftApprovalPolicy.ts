import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { lookUpApproverGroups, upsertApproverGroups } from './groups.ts'
import { approvalPolicyCan } from './policy.ts'
import { documentOf, loadPolicy, policyReply } from './queries.ts'
import { ApprovalPolicy, NewPolicyDraft } from './schemas.ts'

export const draftApprovalPolicy = operation({
  id: 'draftApprovalPolicy',
  method: 'POST',
  path: '/approval-policies',
  tag: 'approval-policies',
  summary: 'Create a draft of a policy, from the live version or a document',
  description: 'A policy can have one draft. The draft has no effect until another administrator approves it.',
  access: 'admin',
  body: NewPolicyDraft,
  responses: { 201: ApprovalPolicy },
  errors: ['wrongState', 'conflict', 'outsideFailed'],
  prepare: (preparation) => lookUpApproverGroups(preparation, preparation.body.stages),
  async handler({ db, actor, body, now, audit, changed }, foundGroups) {
    const { kind, changeNote = '', basedOn, ...overrides } = body
    await sql`select pg_advisory_xact_lock(hashtextextended(${`approval policy ${kind}`}, 0))`.execute(db)
    const versions = await db
      .selectFrom('approval_policies')
      .selectAll()
      .where('subject_kind', '=', kind)
      .where((expression) =>
        expression.or([
          expression('status', 'in', ['draft', 'proposed', 'live']),
          expression('version', '=', (subquery) =>
            subquery
              .selectFrom('approval_policies')
              .select((eb) => eb.fn.max('version').as('v'))
              .where('subject_kind', '=', kind),
          ),
        ]),
      )
      .orderBy('version', 'desc')
      .execute()
    const hasOpenVersion = versions.some(({ status }) => status === 'draft' || status === 'proposed')
    const { draft: draftVerdict } = approvalPolicyCan(actor, { status: 'live', otherOpen: hasOpenVersion, errors: 0 })
    if (draftVerdict !== true) throw new Failure('wrongState', draftVerdict)
    const liveVersion = versions.find(({ status }) => status === 'live')
    if (basedOn !== undefined && basedOn !== liveVersion?.version)
      throw new Failure('wrongState', 'A newer version of this policy is live. Make your changes to that version.')
    const baseVersion = liveVersion ? versions.find(({ id }) => id === liveVersion.id)! : versions[0]
    await upsertApproverGroups(db, foundGroups)
    const id = baseVersion?.id ?? uuidv7()
    const version = (baseVersion?.version ?? 0) + 1
    const from = liveVersion ?? { name: findApprovalSubject(kind).policy.name, description: '', reject: [], approve: [], stages: [] }
    const at = now()
    await db
      .insertInto('approval_policies')
      .values({
        id,
        version,
        subject_kind: kind,
        name: (overrides.name ?? from.name).trim(),
        description: overrides.description ?? from.description,
        reject: JSON.stringify(overrides.reject ?? from.reject),
        approve: JSON.stringify(overrides.approve ?? from.approve),
        stages: JSON.stringify(overrides.stages ?? from.stages),
        status: 'draft',
        change_note: changeNote,
        based_on: liveVersion?.version ?? null,
        created_by: actor.id,
        created_at: at,
        updated_at: at,
      })
      .execute()
    const draft = await loadPolicy(db, actor, id, version)
    audit({
      subject: { kind: 'approvalPolicy', id },
      before: liveVersion && { version: liveVersion.version, ...documentOf(liveVersion) },
      after: { version, changeNote, ...draft.document },
    })
    await changed('approvalPolicy', id)
    return policyReply(draft, 201, { location: `/approval-policies/${id}/versions/${version}` })
  },
})
