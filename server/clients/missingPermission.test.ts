import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PermissionRef } from '../../simulator/core/permissions.ts'
import type { Clients } from './clients.ts'
import { OutsideError } from './outsideError.ts'
import { startTestWorld, type TestWorld } from './testWorld.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world.close())
afterEach(() => {
  for (const each of world.sim.permissions.taken()) world.sim.permissions.giveBack(each)
})

const account = () => world.sim.company.accounts.find((each) => each.status === 'active')!
const tried: [PermissionRef['service'], string, (clients: Clients) => Promise<unknown>][] = [
  ['Azure', 'Microsoft.Resources/tags/write', ({ arm }) => arm.mergeTags(`/subscriptions/${account().subscriptionId}`, { owner: 'x' })],
  ['Microsoft Graph', 'Group.ReadWrite.All', ({ graph }) => graph.deleteGroup(world.sim.company.groups.at(-1)!.id)],
]

describe('a permission that is taken away', () => {
  it.each(tried)('%s %s is named in the error, and the call works when it is given back', async (service, name, call) => {
    world.sim.permissions.take({ service, name })
    const error = await call(world.clients).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(OutsideError)
    expect(error).toMatchObject({
      missing: { name },
      retryable: true,
      message: expect.stringContaining(`lacks the permission ${name} for `),
    })
    world.sim.permissions.giveBack({ service, name })
    await call(world.clients)
  })
})
