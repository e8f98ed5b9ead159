import { type Static, Type } from 'typebox'
import { countVote, requireReason, stepUpFor } from '../../../approvals/countVote.ts'
import type { Verdict } from '../../../auth/access.ts'
import { inTransaction } from '../../../db/database.ts'
import { type ErrorCode, errorCodes, Failure } from '../../../errors.ts'
import { type AuditRecord, writeAudit } from '../../../http/audit.ts'
import { failureOf } from '../../../http/failures.ts'
import { operation } from '../../../http/operation.ts'
import { refreshApproverGroups } from '../../../people/refreshApproverGroups.ts'
import { Uuid } from '../../../people/schemas.ts'
import { announce } from '../../../workflows/changes.ts'
import { DecisionBody } from './schemas.ts'

const max = 50
const { decision, stage, comment } = DecisionBody.properties

const Result = Type.Object({
  id: Uuid,
  outcome: Type.Enum(['counted', 'refused', 'late', 'failed'], {
    description:
      '`late`: it was decided, changed or ended after you saw it. `refused`: you cannot decide it like this, as `message` says. `failed`: an error on our side.',
  }),
  status: Type.Union([Type.String(), Type.Null()], { description: 'The approval after your vote, if it counted.' }),
  message: Type.String({ description: 'Why it didn’t count; otherwise empty.' }),
})

const Answer = Type.Object({
  counts: Type.Object({ counted: Type.Integer(), refused: Type.Integer(), late: Type.Integer(), failed: Type.Integer() }),
  results: Type.Array(Result),
})

export const bulkDecideApprovals = operation({
  id: 'bulkDecideApprovals',
  method: 'POST',
  path: '/account-approvals/together',
  tag: 'account-approvals',
  summary: 'Decide on several approvals, with a result for each',
  description: `At most ${max}. Each vote counts separately: one that is denied or late doesn’t stop the others. Approvals that changed since you saw them (another \`stage\` or \`version\`) aren’t decided.`,
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
  answers: { 200: Answer },
  prepare: ({ db, clients, now, body }) => refreshApproverGroups({ db, clients, now }, ...body.items.map(({ id }) => id)),
  async handler({ db, jobs, actor, body, now, requestId, requireStepUp, audit }): Promise<Static<typeof Answer>> {
    const ids = body.items.map(({ id }) => id.toLowerCase())
    const twice = ids.findIndex((id, place) => ids.indexOf(id) < place)
    if (twice >= 0)
      throw new Failure('invalidRequest', 'An approval appears twice. List each once.', {
        errors: [{ field: `items.${twice}.id`, message: 'appears earlier in the list' }],
      })
    requireReason(body.decision, body.comment ?? '')
    audit({ subject: { kind: 'approvalList', id: 'inbox' } })
    // One step-up sign-in before the first vote covers all of them, so that the whole call can be repeated afterwards.
    const asked = await db.selectFrom('approvals').select(['facts', 'subject_kind']).where('id', 'in', ids).execute()
    await requireStepUp(stepUpFor(body.decision, asked))

    async function decideOne({ id, stage, version }: (typeof body.items)[number]): Promise<Static<typeof Result>> {
      const trace = { actor, operation: 'bulkDecideApprovals', requestId }
      let about: Pick<AuditRecord, 'subject' | 'before' | 'after'> = { subject: { kind: 'approval', id } }
      try {
        const status = await inTransaction(db, async (tx) => {
          await countVote(
            {
              db: tx,
              jobs,
              actor,
              now,
              allow,
              // The check above covers all items.
              requireStepUp: async () => {},
              audit: (event) => {
                about = event
              },
              changed: (kind, subjectId) => announce(tx, { kind, id: subjectId }),
            },
            {
              approvalId: id,
              stage,
              decision: body.decision,
              comment: body.comment ?? '',
              check(approval) {
                if (approval.version !== version)
                  throw new Failure('versionMismatch', 'The request changed since you saw it. Review it again.')
              },
            },
          )
          await writeAudit(tx, { ...trace, ...about, outcome: 'allowed' })
          const after = await tx.selectFrom('approvals').select('status').where('id', '=', id).executeTakeFirstOrThrow()
          return after.status
        })
        return { id, outcome: 'counted', status, message: '' }
      } catch (error) {
        const { code, message } = failureOf(error)
        const outcome = late.has(code) ? 'late' : errorCodes[code][0] < 500 ? 'refused' : 'failed'
        await writeAudit(db, { ...trace, subject: about.subject, outcome: denials.has(code) ? 'denied' : 'failed', reason: message })
        return { id, outcome, status: null, message }
      }
    }

    // Votes run one after the other, because two of them can change the same record.
    const results: Static<typeof Result>[] = []
    for (const item of body.items) results.push(await decideOne({ ...item, id: item.id.toLowerCase() }))
    const count = (outcome: string) => results.filter((each) => each.outcome === outcome).length
    const counts = { counted: count('counted'), refused: count('refused'), late: count('late'), failed: count('failed') }
    audit({ subject: { kind: 'approvalList', id: 'inbox' }, after: { decision: body.decision, counts, ids } })
    return { counts, results }
  },
})

function allow(verdict: Verdict): void {
  if (verdict !== true) throw new Failure('forbidden', verdict)
}

const denials: ReadonlySet<ErrorCode> = new Set(['forbidden', 'notFound'])
const late: ReadonlySet<ErrorCode> = new Set(['alreadyDecided', 'versionMismatch', 'conflict'])
