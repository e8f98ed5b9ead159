import { sql } from 'kysely'
import { awayByCalendar } from '../../../approvals/away.ts'
import { requireOpenStage } from '../../../approvals/requireOpenStage.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import { isSameHuman } from '../../../auth/sameHuman.ts'
import type { Db } from '../../../db/database.ts'
import type { ApprovalStatus, StageRule } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { notify } from '../../../notifications/notify.ts'
import { findPeopleByName, requirePeople } from '../../../people/requirePeople.ts'
import { readApprovalItems } from '../inbox/queries.ts'
import { ApprovalItem } from '../inbox/schemas.ts'
import { type OpenStage, openStageOf, substituteProblem } from './need.ts'
import { canAddSubstitute } from './policy.ts'
import { SubstituteApprovalId, SubstituteChoice } from './schemas.ts'

export const addSubstituteApprover = operation({
  id: 'addSubstituteApprover',
  method: 'POST',
  path: '/account-approvals/{id}/cover',
  tag: 'approval-cover',
  summary: 'Add a substitute approver to one stage of one request',
  description:
    'In addition to the approvers of the rule, for this request only. Never the requester or yourself. Both are notified, with the reason.',
  access: 'approver',
  stepUp: 'privileged',
  params: SubstituteApprovalId,
  body: SubstituteChoice,
  answers: { 201: ApprovalItem },
  errors: ['notFound', 'alreadyDecided', 'wrongState', 'outsideFailed'],
  prepare: (preparation) => findPeopleByName(preparation, [preparation.body.personId]),
  async handler({ db, actor, params, body, config, now, allow, audit, changed }, found) {
    audit({ subject: { kind: 'approval', id: params.id } })
    await db.selectFrom('approvals').select('id').where('id', '=', params.id).forUpdate().execute()
    const open = await openStageOf(db, params.id, actor, now())
    allow(canAddSubstitute(actor, open))
    const [before] = await readApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${params.id}`)
    requireOpenStage({ status: before!.status as ApprovalStatus, stage: open.stage }, body.stage)
    const why = substituteProblem(open)
    if (why) throw new Failure('wrongState', why)
    await requirePeople(db, config, 'personId', [body.personId], found)
    const personId = body.personId.toLowerCase()
    await requireSubstitute(db, open, { personId, actorId: actor.id, now: now() })
    const standIns = before!.stages
      .find(({ stage }) => stage === open.stage)
      ?.approvers.some(({ fallback, alternate }) => fallback && !alternate)
    const rule = withPerson(open.rule, personId, standIns ?? false)
    await db
      .updateTable('approval_stages')
      .set({ rule: JSON.stringify(rule), substitute_requested_at: null })
      .where('approval_id', '=', open.approval_id)
      .where('stage', '=', open.stage)
      .execute()
    await notifySubstitute(db, open, { personId, actorName: actor.displayName, reason: body.reason.trim(), at: now() })
    audit({
      subject: { kind: open.subject_kind, id: open.subject_id },
      before: { stage: open.stage, rule: open.rule },
      after: { stage: open.stage, rule, person: personId, reason: body.reason.trim() },
    })
    await changed('approval', open.approval_id)
    await changed(open.subject_kind, open.subject_id)
    return (await readApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${params.id}`))[0]!
  },
})

/** @throws invalidRequest naming the field */
async function requireSubstitute(db: Db, open: OpenStage, { personId, actorId, now }: { personId: string; actorId: string; now: Date }) {
  const refuse = (message: string) => new Failure('invalidRequest', message, { errors: [{ field: 'personId', message }] })
  if (await isSameHuman(db, personId, actorId)) throw refuse('You can’t add yourself. Choose another person.')
  if (await isSameHuman(db, personId, open.requester_id))
    throw refuse('Requesters can’t decide on their own request. Choose another person.')
  const { rows } = await sql<{ asked: boolean; away: boolean }>`
    select exists (
        select from stage_approvers sa join people a on a.id = sa.person_id
        where sa.approval_id = ${open.approval_id} and sa.stage = ${open.stage} and human(a) = human(p)) as asked,
      ${awayByCalendar(sql`p.id`, now)} or exists (
        select from delegations w where w.person_id = p.id and w.status = 'live' and (w.ends_at is null or w.ends_at > ${now})) as away
    from people p where p.id = ${personId}`.execute(db)
  if (rows[0]?.asked) throw refuse('This person can already decide on it. Choose another person.')
  if (rows[0]?.away) throw refuse('This person is away too. Choose another person.')
}

/**
 * Adds the person to a rule. @param standIns whether the fallback group decides now because the rule has no other approvers, and must stay
 */
function withPerson(rule: StageRule, personId: string, standIns: boolean): StageRule {
  const { fallbackGroupId, explain, ...rest } = rule
  const group: StageRule[] = fallbackGroupId && standIns ? [{ kind: 'directoryGroup', groupId: fallbackGroupId }] : []
  const named = rest.kind === 'anyOf' ? (rest.of ?? []) : [rest]
  return {
    ...(rest.kind === 'anyOf' && rest),
    kind: 'anyOf',
    of: [...named, ...group, { kind: 'person', personId }],
    ...(fallbackGroupId && !standIns && { fallbackGroupId }),
    ...(explain && { explain }),
  }
}

async function notifySubstitute(
  db: Db,
  open: OpenStage,
  by: { personId: string; actorName: string; reason: string; at: Date },
): Promise<void> {
  const notification = await findApprovalSubject(open.subject_kind).notification(db, open.subject_id)
  const key = `cover:${open.approval_id}:${open.stage}:${by.personId}`
  await notify(db, [by.personId], {
    kind: 'substituteRequested',
    subjectKind: 'approval',
    subjectId: open.approval_id,
    title: `${by.actorName} asks you to decide: ${notification.title}`,
    body: `“${by.reason}” It covers this request only, because its approvers aren’t available.`,
    key,
  })
  await notify(db, [open.requester_id], {
    kind: 'decisionEscalated',
    subjectKind: open.subject_kind,
    subjectId: open.subject_id,
    title: 'Another person can decide on your request now',
    body: `Added by ${by.actorName}, because the approvers weren’t available.`,
    key,
  })
}
