import { type Static, Type } from 'typebox'
import { countVote, requireReason, stepUpFor } from '../../../approvals/countVote.ts'
import { isSeatHolder } from '../../../approvals/openSeats.ts'
import { prepareVote } from '../../../approvals/prepareVote.ts'
import type { Verdict } from '../../../auth/access.ts'
import { inTransaction } from '../../../db/database.ts'
import { type ErrorCode, errorCodes, Failure } from '../../../errors.ts'
import { type AuditRecord, writeAudit, writeItemFailure } from '../../../http/audit.ts'
import { failureOf } from '../../../http/failures.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { DecisionBody } from './schemas.ts'

const max = 50
const { decision, stage, comment } = DecisionBody.properties

const Result = Type.Object({
  id: Uuid,
  outcome: Type.Enum(['counted', 'denied', 'stale', 'failed'], {
    description:
      '`stale`: the request was decided, changed or ended after you saw it; `denied`: you can’t make this decision, for the reason in `message`; `failed`: an error on our side.',
  }),
  status: Type.Union([Type.String(), Type.Null()], { description: 'The approval after your vote, if it counted.' }),
  message: Type.String({ description: 'Reason why the vote didn’t count; empty if it did.' }),
})

const ResponseBody = Type.Object({
  counts: Type.Object({ counted: Type.Integer(), denied: Type.Integer(), stale: Type.Integer(), failed: Type.Integer() }),
  results: Type.Array(Result),
})

export const bulkDecideApprovals = operation({
  id: 'bulkDecideApprovals',
  method: 'POST',
  path: '/account-approvals/together',
  tag: 'account-approvals',
  summary: 'Decide on several approvals, with a result for each',
  description: `Decide on at most ${max} approvals. Each vote counts separately, so that a failed one doesn’t stop the others. Approvals with another \`stage\` or \`version\` than you saw aren’t decided.`,
  access: 'signedIn',
  stepUp: 'byRow',
  transactions: 'own',
  body: Type.Object(
    {
      items: Type.Array(
        Type.Object({ id: Uuid, stage, version: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }, { additionalProperties: false }),
        { minItems: 1, maxItems: max },
      ),
      decision,
      comment,
    },
    { additionalProperties: false },
  ),
  responses: { 200: ResponseBody },
  prepare: (preparation) => prepareVote(preparation, ...preparation.body.items.map(({ id }) => id)),
  async handler({ db, jobs, actor, body, now, requestId, requireStepUp, audit }, externalFacts): Promise<Static<typeof ResponseBody>> {
    const ids = body.items.map(({ id }) => id.toLowerCase())
    const duplicateIndex = ids.findIndex((id, index) => ids.indexOf(id) < index)
    if (duplicateIndex >= 0)
      throw new Failure('invalidRequest', 'An approval appears twice. List each once.', {
        errors: [{ field: `items.${duplicateIndex}.id`, message: 'appears earlier in the list' }],
      })
    requireReason(body.decision, body.comment ?? '')
    audit({ subject: { kind: 'approvalList', id: 'inbox' } })
    // One step-up sign-in before the first vote is valid for all votes, so that the whole call can be repeated after the sign-in. Votes
    // without a seat are denied instead, with events that say so.
    const approvals = await db
      .selectFrom('approvals as a')
      .select(['a.id', 'a.facts', 'a.subject_kind'])
      .where('a.id', 'in', ids)
      .where(isSeatHolder(actor, now()))
      .execute()
    await requireStepUp(stepUpFor(body.decision, approvals))
    const checkedIds = new Set(approvals.map(({ id }) => id))

    async function decideSingleApproval({ id, stage, version }: (typeof body.items)[number]): Promise<Static<typeof Result>> {
      const auditBase = { actor, operation: 'bulkDecideApprovals', requestId }
      let auditFields: Pick<AuditRecord, 'subject' | 'before' | 'after'> = { subject: { kind: 'approval', id } }
      try {
        const status = await inTransaction(db, async (tx) => {
          await countVote(
            {
              db: tx,
              jobs,
              actor,
              now,
              allow,
              // The person can get a seat after the check above, for example by a delegation.
              requireStepUp: checkedIds.has(id) ? async () => {} : requireStepUp,
              audit: (event) => {
                auditFields = event
              },
              changed: (kind, subjectId) => publishChange(tx, { kind, id: subjectId }),
            },
            {
              approvalId: id,
              stage,
              decision: body.decision,
              comment: body.comment ?? '',
              externalFacts,
              check(approval) {
                if (approval.version !== version)
                  throw new Failure('versionMismatch', 'The request changed since you saw it. Review it again.')
              },
            },
          )
          await writeAudit(tx, { ...auditBase, ...auditFields, outcome: 'allowed' })
          const after = await tx.selectFrom('approvals').select('status').where('id', '=', id).executeTakeFirstOrThrow()
          return after.status
        })
        return { id, outcome: 'counted', status, message: '' }
      } catch (error) {
        const failure = failureOf(error)
        const { code, message } = failure
        const outcome = staleErrorCodes.has(code) ? 'stale' : errorCodes[code][0] < 500 ? 'denied' : 'failed'
        await writeItemFailure(db, failure, {
          ...auditBase,
          subject: auditFields.subject,
          outcome: deniedCodes.has(code) ? 'denied' : 'failed',
        })
        return { id, outcome, status: null, message }
      }
    }

    // Votes run one after the other, because two of them can change the same record.
    const results: Static<typeof Result>[] = []
    for (const item of body.items) results.push(await decideSingleApproval({ ...item, id: item.id.toLowerCase() }))
    const count = (outcome: string) => results.filter((each) => each.outcome === outcome).length
    const counts = { counted: count('counted'), denied: count('denied'), stale: count('stale'), failed: count('failed') }
    audit({ subject: { kind: 'approvalList', id: 'inbox' }, after: { decision: body.decision, counts, ids } })
    return { counts, results }
  },
})

function allow(verdict: Verdict): void {
  if (verdict !== true) throw new Failure('forbidden', verdict)
}

const deniedCodes: ReadonlySet<ErrorCode> = new Set(['forbidden', 'notFound'])
const staleErrorCodes: ReadonlySet<ErrorCode> = new Set(['alreadyDecided', 'versionMismatch', 'conflict'])
