import { sql } from 'kysely'
import { isAbsentByCalendar } from '../../../approvals/absence.ts'
import { requireOpenStage } from '../../../approvals/requireOpenStage.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import { isSameIdentity } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import type { ApprovalStatus, StageRule } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { notify } from '../../../notifications/notify.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { loadApprovalItems } from '../inbox/queries.ts'
import { ApprovalItem } from '../inbox/schemas.ts'
import { canAddSubstitute } from './policy.ts'
import { SubstituteApprovalId, SubstituteChoice } from './schemas.ts'
import { type OpenStage, openStageOf, substituteProblem } from './unstaffedStage.ts'

export const addSubstituteApprover = operation({
  id: 'addSubstituteApprover',
  method: 'POST',
  path: '/account-approvals/{id}/cover',
  tag: 'approval-cover',
  summary: 'Add a substitute approver to one stage of one request',
  description:
    'The substitute can decide in addition to the rule’s approvers, for this request only. You can’t add the requester or yourself. The requester and the substitute are notified with the reason.',
  access: 'approver',
  stepUp: 'privileged',
  params: SubstituteApprovalId,
  body: SubstituteChoice,
  responses: { 201: ApprovalItem },
  errors: ['notFound', 'alreadyDecided', 'wrongState', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, [preparation.body.personId]),
  async handler({ db, actor, params, body, config, now, allow, audit, changed }, foundPeople) {
    audit({ subject: { kind: 'approval', id: params.id } })
    await db.selectFrom('approvals').select('id').where('id', '=', params.id).forUpdate().execute()
    const openStage = await openStageOf(db, params.id, actor, now())
    allow(canAddSubstitute(actor, openStage))
    const [before] = await loadApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${params.id}`)
    requireOpenStage({ status: before!.status as ApprovalStatus, stage: openStage.stage }, body.stage)
    const problem = substituteProblem(openStage)
    if (problem) throw new Failure('wrongState', problem)
    await requirePeople(db, config, 'personId', [body.personId], foundPeople)
    const personId = body.personId.toLowerCase()
    await requireSubstitute(db, openStage, { personId, actorId: actor.id, now: now() })
    const needsFallbackGroup = before!.stages
      .find(({ stage }) => stage === openStage.stage)
      ?.approvers.some(({ fallback, alternate }) => fallback && !alternate)
    const rule = withSubstitute(openStage.rule, personId, needsFallbackGroup ?? false)
    await db
      .updateTable('approval_stages')
      .set({ rule: JSON.stringify(rule), substitute_requested_at: null })
      .where('approval_id', '=', openStage.approval_id)
      .where('stage', '=', openStage.stage)
      .execute()
    await notifySubstitute(db, openStage, { personId, actorName: actor.displayName, reason: body.reason.trim(), at: now() })
    audit({
      subject: { kind: openStage.subject_kind, id: openStage.subject_id },
      before: { stage: openStage.stage, rule: openStage.rule },
      after: { stage: openStage.stage, rule, person: personId, reason: body.reason.trim() },
    })
    await changed('approval', openStage.approval_id)
    await changed(openStage.subject_kind, openStage.subject_id)
    return (await loadApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${params.id}`))[0]!
  },
})

/** @throws invalidRequest with the field */
async function requireSubstitute(
  db: Db,
  openStage: OpenStage,
  { personId, actorId, now }: { personId: string; actorId: string; now: Date },
) {
  const invalidPerson = (message: string) => new Failure('invalidRequest', message, { errors: [{ field: 'personId', message }] })
  if (await isSameIdentity(db, personId, actorId)) throw invalidPerson('You can’t add yourself. Choose another person.')
  if (await isSameIdentity(db, personId, openStage.requester_id))
    throw invalidPerson('Requesters can’t decide on their own request. Choose another person.')
  const { rows } = await sql<{ approver: boolean; away: boolean }>`
    select exists (
        select from stage_approvers sa join people a on a.id = sa.person_id
        where sa.approval_id = ${openStage.approval_id} and sa.stage = ${openStage.stage} and identity_key(a) = identity_key(p)) as approver,
      ${isAbsentByCalendar(sql`p.id`, now)} or exists (
        select from delegations w where w.person_id = p.id and w.status = 'live' and (w.ends_at is null or w.ends_at > ${now})) as away
    from people p where p.id = ${personId}`.execute(db)
  if (rows[0]?.approver) throw invalidPerson('This person can already decide on this request. Choose another person.')
  if (rows[0]?.away) throw invalidPerson('This person is also away. Choose another person.')
}

/** @param needsFallbackGroup whether the rule has no other approvers, so that its fallback group decides now and must stay in the rule */
function withSubstitute(rule: StageRule, personId: string, needsFallbackGroup: boolean): StageRule {
  const { fallbackGroupId, explain, ...rest } = rule
  const group: StageRule[] = fallbackGroupId && needsFallbackGroup ? [{ kind: 'directoryGroup', groupId: fallbackGroupId }] : []
  const rules = rest.kind === 'anyOf' ? (rest.of ?? []) : [rest]
  return {
    ...(rest.kind === 'anyOf' && rest),
    kind: 'anyOf',
    of: [...rules, ...group, { kind: 'person', personId }],
    ...(fallbackGroupId && !needsFallbackGroup && { fallbackGroupId }),
    ...(explain && { explain }),
  }
}

async function notifySubstitute(
  db: Db,
  openStage: OpenStage,
  decision: { personId: string; actorName: string; reason: string; at: Date },
): Promise<void> {
  const notification = await findApprovalSubject(openStage.subject_kind).notification(db, openStage.subject_id)
  const key = `cover:${openStage.approval_id}:${openStage.stage}:${decision.personId}`
  await notify(db, [decision.personId], {
    kind: 'substituteRequested',
    subjectKind: 'approval',
    subjectId: openStage.approval_id,
    title: `${decision.actorName} asks you to decide: ${notification.title}`,
    body: `“${decision.reason}” You can decide on this request only, because its approvers aren’t available.`,
    key,
  })
  await notify(db, [openStage.requester_id], {
    kind: 'decisionEscalated',
    subjectKind: openStage.subject_kind,
    subjectId: openStage.subject_id,
    title: 'Another person can decide on your request',
    body: `Added by ${decision.actorName}, because the approvers weren’t available.`,
    key,
  })
}
