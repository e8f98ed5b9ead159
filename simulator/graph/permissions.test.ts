import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestWorld, type TestWorld } from '../../server/clients/testWorld.ts'
import { graphAudience, slipwayServicePrincipalId } from '../core/constants.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  for (const each of world.sim.permissions.taken()) world.sim.permissions.restoreAccess(each)
})

const person = () => world.sim.company.people[0]!
const appWith = (...roles: string[]) => ({ oid: crypto.randomUUID(), claims: { roles } })

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape that Graph answers with.
type TestResponse = { status: number; body: any }

async function graph(caller: { oid: string; claims?: object }, method: string, path: string, body?: object): Promise<TestResponse> {
  const token = await world.sim.mintToken({ audience: graphAudience, ...caller, claims: { ...caller.claims } })
  const response = await fetch(`${world.sim.origins.graph}/v1.0${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const rejection = {
  status: 403,
  body: { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges to complete the operation.' } },
}

describe('Microsoft Graph', () => {
  it('allows an application with any sufficient role in its token', async () => {
    const path = `/users/${person().id}`
    for (const roles of [['User.Read.All'], ['Directory.Read.All'], ['Group.Create', 'User.ReadWrite.All']])
      expect((await graph(appWith(...roles), 'GET', path)).status, roles.join()).toBe(200)
    for (const roles of [[], ['Group.ReadWrite.All'], ['user.read.all']])
      expect(await graph(appWith(...roles), 'GET', path)).toMatchObject(rejection)
    expect(await graph(appWith('User.Read.All'), 'PATCH', path, { jobTitle: 'x' })).toMatchObject(rejection)
  })

  it('denies calls before it reveals whether something exists', async () => {
    expect(await graph(appWith(), 'GET', `/groups/${crypto.randomUUID()}`)).toMatchObject(rejection)
    expect((await graph(appWith('Group.Read.All'), 'GET', `/groups/${crypto.randomUUID()}`)).status).toBe(404)
  })

  it('checks the scope of a delegated token, not its roles', async () => {
    const delegatedCaller = (scp: string) => ({ oid: person().id, claims: { scp, roles: ['User.Read.All'] } })
    expect(await graph(delegatedCaller('User.Read'), 'GET', '/users?$top=1')).toMatchObject(rejection)
    expect((await graph(delegatedCaller('openid User.Read.All'), 'GET', '/users?$top=1')).status).toBe(200)
  })

  it('authorizes each part of a batch separately', async () => {
    const { status, body } = await graph(appWith('User.Read.All'), 'POST', '/$batch', {
      requests: [
        { id: '1', method: 'GET', url: `/users/${person().id}` },
        { id: '2', method: 'GET', url: '/groups?$top=1' },
      ],
    })
    expect(status).toBe(200)
    const parts = new Map(body.responses.map((part: { id: string }) => [part.id, part]))
    expect(parts.get('1')).toMatchObject({ status: 200 })
    expect(parts.get('2')).toMatchObject(rejection)
  })

  it('denies Slipway a revoked permission, even with an older token, and lists the remaining permissions', async () => {
    const slipway = { oid: slipwayServicePrincipalId }
    const path = `/servicePrincipals/${slipwayServicePrincipalId}/appRoleAssignments`
    const readable = async () => (await graph(slipway, 'GET', `/users/${person().id}`)).status
    const assigned = async (caller: { oid: string; claims?: object }) => (await graph(caller, 'GET', path)).body.value
    const all = await assigned(slipway)
    expect(all).toContainEqual(
      expect.objectContaining({ appRoleId: '7ab1d382-f21e-4acd-a863-ba3e13f7da61', resourceDisplayName: 'Microsoft Graph' }),
    )
    expect(await readable()).toBe(200)
    world.sim.permissions.take({ service: 'Microsoft Graph', name: 'Directory.Read.All' })
    expect(await readable()).toBe(403)
    expect(await assigned(appWith('Application.Read.All'))).toHaveLength(all.length - 1)
    world.sim.permissions.restoreAccess({ service: 'Microsoft Graph', name: 'Directory.Read.All' })
    expect(await readable()).toBe(200)
  })

  it('sends errors that Slipway understands, naming the missing permission', async () => {
    world.sim.permissions.take({ service: 'Microsoft Graph', name: 'Group.ReadWrite.All' })
    world.sim.permissions.take({ service: 'Microsoft Graph', name: 'MailboxSettings.Read' })
    const { graph: client } = world.clients
    await expect(client.deleteGroup(world.sim.company.groups[0]!.id)).rejects.toMatchObject({
      code: 'Authorization_RequestDenied',
      missing: { name: 'Group.ReadWrite.All', scope: 'the tenant' },
      message: expect.stringContaining('Group.ReadWrite.All'),
    })
  })
})
