import { Type } from 'typebox'
import { invariants, maxViolations } from '../../../db/invariants.ts'
import { operation } from '../../../http/operation.ts'
import { Can, NullableTimestamp, Timestamp } from '../../../people/schemas.ts'
import { cockpitCan } from './policy.ts'

export const listInvariants = operation({
  id: 'listInvariants',
  method: 'GET',
  path: '/cockpit/invariants',
  tag: 'cockpit',
  summary: 'List data invariants and their violations',
  description: 'The invariants are checked every hour. Violated invariants come first.',
  access: 'adminOrAuditor',
  responses: {
    200: Type.Object({
      checkedAt: Type.Union([Timestamp, Type.Null()], { description: 'Time of the last check; null if not checked yet.' }),
      violated: Type.Integer(),
      invariants: Type.Array(
        Type.Object({
          name: Type.String(),
          rule: Type.String(),
          state: Type.Enum(['holds', 'violated', 'unknown'], { description: '`unknown`: not checked yet, or the check failed.' }),
          violations: Type.Integer({ description: `Number of violating rows, counted up to ${maxViolations}.` }),
          violatedSince: NullableTimestamp,
          problem: Type.Union([Type.String(), Type.Null()], { description: 'Reason why the check failed; null if it succeeded.' }),
          rows: Type.Union([Type.Array(Type.Object({ id: Type.String(), detail: Type.String() })), Type.Null()], {
            description: 'Violating rows; null unless you are an administrator.',
          }),
        }),
      ),
      can: Can,
    }),
  },
  async handler({ db, actor }) {
    const checks = new Map((await db.selectFrom('invariant_checks').selectAll().execute()).map((check) => [check.name, check]))
    const presentedInvariants = invariants.map(({ name, rule }) => {
      const check = checks.get(name)
      const state =
        !check || check.problem !== null ? ('unknown' as const) : check.violations > 0 ? ('violated' as const) : ('holds' as const)
      return {
        name,
        rule,
        state,
        violations: check?.violations ?? 0,
        violatedSince: check?.violated_since?.toISOString() ?? null,
        problem: check?.problem ?? null,
        rows: actor.admin ? (check?.rows ?? []) : null,
      }
    })
    const rank = { violated: 0, unknown: 1, holds: 2 }
    const [firstCheck] = checks.values()
    return {
      checkedAt: firstCheck?.checked_at.toISOString() ?? null,
      violated: presentedInvariants.filter(({ state }) => state === 'violated').length,
      invariants: presentedInvariants.toSorted((a, b) => rank[a.state] - rank[b.state] || (a.name < b.name ? -1 : 1)),
      can: cockpitCan(actor),
    }
  },
})
