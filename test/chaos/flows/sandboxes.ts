import { addCapacity, readOutcome } from '../../../server/features/sandboxes/provisioning/sandboxWork.fixture.ts'
import { newTemplate } from '../../../server/features/sandboxes/templates/sandboxTemplates.fixture.ts'
import { employees } from '../employees.ts'
import type { World } from '../world.ts'
import { type Flow, requireStatus } from './flow.ts'

/** Azure allows 980 resource groups in a subscription. */
const capacity = 900

export function sandboxFlow(world: World): Flow {
  const requests: string[] = []
  let templateId: string | undefined
  const towerId = world.company.families.find((family) => family.name === 'Checkout')!.towerId

  async function prepare(): Promise<string> {
    await world.withDatabase((db) => addCapacity({ ...world, db }, { shared: capacity }))
    const niamh = world.as(world.persona('Niamh').id)
    const body = newTemplate({ name: 'Chaos', regions: ['uksouth'], approval: { mode: 'automatic' } })
    return requireStatus(await niamh('POST', '/sandbox-templates', body), 201).id
  }

  return {
    name: 'sandboxes',
    pauseMs: 2_000,
    async round(n) {
      if (n === capacity) return false
      templateId ??= await prepare()
      const person = employees(world)[n % employees(world).length]!
      const body = {
        templateId,
        name: `chaos-sandbox-${n}`,
        justification: 'To try the new checkout before the summer campaign.',
        towerId,
        region: 'uksouth',
        hours: 72,
        budget: 4_000,
        ownerIds: [person.id],
        members: [],
      }
      requests.push(requireStatus(await world.as(person.id)('POST', '/sandbox-requests/new', body), 201).id)
      return true
    },
    verify: () =>
      world.withDatabase(async (db) => {
        const faults: string[] = []
        for (const id of requests) {
          const request = await db.selectFrom('sandbox_requests').select('sandbox_id').where('id', '=', id).executeTakeFirst()
          if (!request?.sandbox_id) {
            faults.push(`${id}: no sandbox`)
            continue
          }
          const sandbox = await db
            .selectFrom('sandboxes')
            .select(['status', 'host_id'])
            .where('id', '=', request.sandbox_id)
            .executeTakeFirstOrThrow()
          if (sandbox.host_id === null) {
            faults.push(`${id}: ${sandbox.status} without a host`)
            continue
          }
          const { status, place, runs, notifiedTwice } = await readOutcome({ ...world, db }, request.sandbox_id)
          const isDone = status === 'active' && place && runs.join() === 'provision done succeeded' && notifiedTwice.length === 0
          if (!isDone) faults.push(`${id}: ${JSON.stringify({ status, place, runs, notifiedTwice })}`)
        }
        return faults
      }),
    accepted: () => requests.length,
  }
}
