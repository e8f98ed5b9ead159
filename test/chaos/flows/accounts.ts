import { isDeepStrictEqual } from 'node:util'
import { newRequest } from '../../newRequest.ts'
import { completeAccount, readBuiltAccount } from '../../readBuiltAccount.ts'
import type { World } from '../world.ts'
import { type Flow, requireStatus } from './flow.ts'

export function accountFlow(world: World): Flow {
  const approved: { requestId: string; reference: string; name: string }[] = []
  let accepted = 0
  return {
    name: 'accounts',
    pauseMs: 3_000,
    async round(n) {
      const name = `chaos-account-${n}`
      const person = (givenName: string) => world.as(world.persona(givenName).id)
      const request = requireStatus(await person('Priya')('POST', '/account-requests', newRequest(world, { name })), 201)
      accepted++
      for (const [index, approver] of ['Ravi', 'Margaret'].entries()) {
        const vote = { decision: 'approve', stage: index + 1 }
        requireStatus(await person(approver)('POST', `/account-approvals/${request.approvals[0].id}`, vote), 200)
        accepted++
      }
      approved.push({ requestId: request.id, reference: request.reference, name })
      return true
    },
    verify: () =>
      world.withDatabase(async (db) => {
        const faults: string[] = []
        for (const each of approved) {
          const runs = await db.selectFrom('work_runs').select(['id', 'input']).where('subject_id', '=', each.requestId).execute()
          if (runs.length !== 1) {
            faults.push(`${each.name}: ${runs.length} runs`)
            continue
          }
          const account = { ...each, runId: runs[0]!.id, accountId: String(runs[0]!.input.accountId) }
          const built = await readBuiltAccount({ ...world, db }, account)
          if (!isDeepStrictEqual(built, completeAccount(account))) faults.push(`${each.name}: ${JSON.stringify(built)}`)
        }
        return faults
      }),
    accepted: () => accepted,
  }
}
