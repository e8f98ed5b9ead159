import { isOpenRequest } from '../../../approvals/requestSchemas.ts'
import type { Db } from '../../../db/database.ts'
import { operation } from '../../../http/operation.ts'
import { forecastOf } from '../sandboxes/forecast.ts'
import { budgetUsedUp, leaseAfter } from '../sandboxes/lease.ts'
import { canDoInSandbox, sandboxStateVerdict } from '../sandboxes/policy.ts'
import { loadVisibleSandbox } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { evaluateExtensionRule, extensionProblem } from './extension.ts'
import { previewDecision } from './previewDecision.ts'
import { CheckedExtension, SandboxExtensionCheck } from './schemas.ts'
import { sandboxRequestFacts } from './submit.ts'

export const checkSandboxExtension = operation({
  id: 'checkSandboxExtension',
  method: 'POST',
  path: '/sandboxes/{id}/extend/check',
  tag: 'sandboxes',
  summary: 'Check an extension, or a change to your pending extension, before you submit it: approvers, new end and budget',
  access: 'owner',
  params: SandboxId,
  body: CheckedExtension,
  responses: { 200: SandboxExtensionCheck },
  errors: ['notFound'],
  readOnly: true,
  async handler({ db, actor, params, body: { requestId, ...extension }, now, allow, audit }) {
    const at = now()
    const { id, row, facts } = await loadVisibleSandbox(db, actor, params.id, at)
    audit({ subject: { kind: 'sandbox', id } })
    allow(canDoInSandbox(actor, 'extend', facts))
    const isChange = requestId !== undefined && (await isOwnOpenExtension(db, { id: requestId, sandboxId: id, requesterId: actor.id }))
    const verdict = sandboxStateVerdict('extend', isChange ? { ...facts, extensionWaits: false } : facts)
    const problem = verdict === true ? extensionProblem(row, extension, at) : verdict
    if (problem !== undefined) return { problem, outcome: null }
    const after = { ...row, ...leaseAfter(row, { kind: 'extend', ...extension }, at) }
    const { amount, freezesAt, reachesLimitAt } = forecastOf(after, at)
    const { name, tower_id: towerId, currency } = row
    const decision = await previewDecision(db, {
      requesterId: actor.id,
      facts: sandboxRequestFacts({ kind: 'extension', name, towerId, sandboxId: id, region: '', currency, ...extension }),
      ruleResult: await evaluateExtensionRule(db, actor.id, row, extension, at),
      now: at,
    })
    return {
      problem: null,
      outcome: {
        ...decision,
        leaseEnd: after.lease_end!.toISOString(),
        leaseHours: after.lease_hours,
        extensionsLeft: row.terms.maxExtensions - after.extensions_used,
        budget: {
          currency,
          limit: after.budget_limit,
          spent: row.spent,
          expected: amount,
          freezesAt: (budgetUsedUp(after) ? at : freezesAt)?.toISOString() ?? null,
          reachesLimitAt: reachesLimitAt?.toISOString() ?? null,
        },
      },
    }
  },
})

/** At most one extension of a sandbox is open. */
async function isOwnOpenExtension(db: Db, { id, sandboxId, requesterId }: { id: string; sandboxId: string; requesterId: string }) {
  const row = await db
    .selectFrom('sandbox_requests')
    .select('status')
    .where('id', '=', id)
    .where('kind', '=', 'extension')
    .where('sandbox_id', '=', sandboxId)
    .where('requester_id', '=', requesterId)
    .executeTakeFirst()
  return row !== undefined && isOpenRequest(row.status)
}
