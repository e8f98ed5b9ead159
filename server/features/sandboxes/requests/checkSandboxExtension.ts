import { operation } from '../../../http/operation.ts'
import { forecastOf } from '../sandboxes/forecast.ts'
import { leaseAfter } from '../sandboxes/lease.ts'
import { canDoInSandbox, sandboxStateVerdict } from '../sandboxes/policy.ts'
import { loadVisibleSandbox } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { evaluateExtensionRule, extensionProblem } from './extension.ts'
import { previewDecision } from './previewDecision.ts'
import { Extension, SandboxExtensionCheck } from './schemas.ts'
import { sandboxRequestFacts } from './submit.ts'

export const checkSandboxExtension = operation({
  id: 'checkSandboxExtension',
  method: 'POST',
  path: '/sandboxes/{id}/extend/check',
  tag: 'sandboxes',
  summary: 'Check an extension before you request it: approvers, new end and budget',
  access: 'owner',
  params: SandboxId,
  body: Extension,
  responses: { 200: SandboxExtensionCheck },
  errors: ['notFound'],
  readOnly: true,
  async handler({ db, actor, params, body, now, allow, audit }) {
    const at = now()
    const { id, row, facts } = await loadVisibleSandbox(db, actor, params.id, at)
    audit({ subject: { kind: 'sandbox', id } })
    allow(canDoInSandbox(actor, 'extend', facts))
    const verdict = sandboxStateVerdict('extend', facts)
    const problem = verdict === true ? extensionProblem(row, body, at) : verdict
    if (problem !== undefined) return { problem, outcome: null }
    const after = { ...row, ...leaseAfter(row, { kind: 'extend', ...body }, at) }
    const { amount, reachesLimitAt } = forecastOf(after, at)
    const { name, tower_id: towerId, currency } = row
    const decision = await previewDecision(db, {
      requesterId: actor.id,
      facts: sandboxRequestFacts({ kind: 'extension', name, towerId, sandboxId: id, region: '', currency, ...body }),
      ruleResult: await evaluateExtensionRule(db, actor.id, row, body, at),
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
          reachesLimitAt: reachesLimitAt?.toISOString() ?? null,
        },
      },
    }
  },
})
