import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import type { Graph } from './graph.ts'

let world: TestWorld
let graph: Graph
beforeAll(async () => {
  world = await startTestWorld()
  graph = world.clients.graph
})
afterAll(() => world.close())
beforeEach(() => {
  world.forget()
  world.sim.consistency.delayMs = 0
})

const people = () => world.sim.company.people.filter(({ enabled }) => enabled)
let made = 0
const newGroup = (ownerIds: string[], memberIds: string[] = []) => {
  const mailNickname = `sg-test-${++made}`
  return { displayName: `Test ${made}`, mailNickname, description: 'For a test', ownerIds, memberIds }
}
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).sort()

describe('a person', () => {
  it('is found by the start of a name or by mail', async () => {
    const [person] = people()
    expect(idsOf(await graph.searchUsers(person!.displayName))).toContain(person!.id)
    expect(idsOf(await graph.searchUsers(person!.email))).toContain(person!.id)
    expect((await graph.searchUsers(person!.surname.slice(0, 2), 3)).length).toBeLessThanOrEqual(3)
  })

  it.each(['', '  ', '" OR "displayName:a', 'a\\', "O'Brien & co #1"])('can be searched with %j', async (text) => {
    expect(await graph.searchUsers(text)).toEqual([])
  })

  it('is read by id and by sign-in name, with the fields that Slipway shows', async () => {
    const [person] = people()
    const { id, displayName, email, department, jobTitle } = person!
    const expected = { id, displayName, mail: email, department, jobTitle, accountEnabled: true }
    expect(await graph.getUser(id)).toMatchObject(expected)
    expect(await graph.getUser(person!.userPrincipalName)).toMatchObject(expected)
  })

  it.each(["nobody.o'hara@northgate.example", 'a#b@northgate.example', '$x@northgate.example', '00000000-0000-4000-8000-000000000000'])(
    'is undefined when it does not exist: %s',
    async (id) => {
      expect(await graph.getUser(id)).toBeUndefined()
    },
  )

  it('is read by id, a hundred at a time', async () => {
    const some = people().slice(0, 120)
    expect(idsOf(await graph.getUsersByIds([...some.map(({ id }) => id), '00000000-0000-4000-8000-000000000000']))).toEqual(idsOf(some))
    expect(await graph.getUsersByIds([])).toEqual([])
  })

  it('is looked up in batches of twenty', async () => {
    const some = people().slice(0, 44)
    const found = await graph.lookUpUsers([...some.map(({ userPrincipalName }) => userPrincipalName), 'nobody@northgate.example'])
    expect(some.map(({ userPrincipalName }) => found.get(userPrincipalName)?.id)).toEqual(some.map(({ id }) => id))
    expect(found.has('nobody@northgate.example')).toBe(true)
    expect(found.get('nobody@northgate.example')).toBeUndefined()
    expect(world.calls('graph').filter((call) => call.startsWith('POST'))).toEqual(Array(3).fill('POST /v1.0/$batch'))
  })

  it('is requested again when an item of a batch is throttled', async () => {
    const some = people().slice(0, 5)
    world.sim.faults.add({
      service: 'graph',
      path: `/users`,
      count: 2,
      action: {
        kind: 'status',
        status: 429,
        headers: { 'retry-after': '2' },
        body: { error: { code: 'TooManyRequests', message: 'Slow down.' } },
      },
    })
    const found = await graph.lookUpUsers(some.map(({ id }) => id))
    expect([...found.values()].map((user) => user?.id)).toEqual(some.map(({ id }) => id))
  })

  it('is returned by the change feed after each change', async () => {
    const everybody = await graph.usersDelta()
    expect(everybody.users.length).toBe(world.sim.company.people.length)
    expect((await graph.usersDelta(everybody.link)).users).toEqual([])
  })
})

describe('a group', () => {
  it('is created once by its unique name when the call is repeated', async () => {
    const wanted = newGroup([])
    const group = await graph.upsertGroup(`slipway-${wanted.mailNickname}`, wanted)
    expect(group).toMatchObject({ displayName: wanted.displayName, mailNickname: wanted.mailNickname })
    expect((await graph.upsertGroup(`slipway-${wanted.mailNickname}`, wanted))?.id).toBe(group!.id)
    expect(idsOf(await graph.listGroupsByMailNickname(wanted.mailNickname))).toEqual([group!.id])
  })

  it('is created with all owners and members, also with more than one call accepts', async () => {
    const [owner, ...others] = people().slice(0, 31)
    const wanted = newGroup([owner!.id], idsOf(others))
    const group = await graph.createGroup(wanted)
    expect(idsOf(await graph.listGroupMembers(group.id))).toEqual(idsOf(others))
    expect(await graph.findGroupByMailNickname(wanted.mailNickname.toUpperCase())).toMatchObject({ id: group.id })
    expect(await graph.findGroupByName(wanted.displayName)).toMatchObject({ id: group.id })
    expect(await graph.getGroup(group.id)).toMatchObject({ id: group.id })
  })

  it('is found by the next call when the response to its creation is lost', async () => {
    const wanted = newGroup([])
    world.sim.faults.add({ service: 'graph', method: 'PATCH', path: '/groups\\(', count: 1, action: { kind: 'reset', when: 'after' } })
    const group = await graph.upsertGroup(`slipway-${wanted.mailNickname}`, wanted)
    expect(idsOf(await graph.listGroupsByMailNickname(wanted.mailNickname))).toEqual([group!.id])
  })

  it('is created again by a call without unique name when the response is lost', async () => {
    const wanted = newGroup([people()[0]!.id])
    world.sim.faults.add({ service: 'graph', method: 'POST', path: '/groups$', count: 1, action: { kind: 'reset', when: 'after' } })
    await expect(graph.createGroup(wanted)).rejects.toMatchObject({ code: 'connectionLost', retryable: true })
    await graph.createGroup(wanted)
    expect(await graph.listGroupsByMailNickname(wanted.mailNickname)).toHaveLength(2)
  })

  const refuseUpsert = (status: number, code: string, message: string) =>
    world.sim.faults.add({
      service: 'graph',
      method: 'PATCH',
      path: '/groups\\(',
      count: 1,
      action: { kind: 'status', status, body: { error: { code, message } } },
    })

  it.each([
    [400, 'BadRequest', "Resource not found for the segment 'groups'."],
    [400, 'BadRequest', 'Unexpected segment DynamicPathSegment. Expected property/$value.'],
    [
      404,
      'Request_ResourceNotFound',
      "Resource 'slipway-nowhere' does not exist or one of its queried reference-property objects are not present.",
    ],
  ])('is not created where Graph lacks the call by unique name: %i %s %s', async (status, code, message) => {
    refuseUpsert(status, code, message)
    expect(await graph.upsertGroup('slipway-nowhere', newGroup([]))).toBeUndefined()
  })

  it.each([
    [400, 'Request_BadRequest', "Invalid value specified for property 'mailNickname' of resource 'Group'."],
    [400, 'BadRequest', 'AppOnly OBO tokens not supported by target service.'],
    [403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.'],
    [404, 'UnknownError', ''],
    [405, 'MethodNotAllowed', 'Specified HTTP method is not allowed for the request target.'],
    [501, 'NotImplemented', 'Not implemented.'],
  ])('is not created by another call when Graph returns %i %s', async (status, code, message) => {
    refuseUpsert(status, code, message)
    await expect(graph.upsertGroup('slipway-nowhere', newGroup([]))).rejects.toMatchObject({ status, code })
  })

  it('reports when the directory shows it', async () => {
    world.sim.consistency.delayMs = 300
    const wanted = newGroup([])
    const key = `slipway-${wanted.mailNickname}`
    const group = await graph.upsertGroup(key, wanted)
    expect(await graph.isGroupReadable(group!.id)).toBe(false)
    expect(await graph.getGroup(group!.id)).toBeUndefined()
    await expect(graph.upsertGroup(key, wanted)).rejects.toMatchObject({ code: 'notYetVisible', retryable: true })
    await until(() => graph.isGroupReadable(group!.id))
    expect((await graph.upsertGroup(key, wanted))?.id).toBe(group!.id)
  })

  it('can get and lose a member or owner twice', async () => {
    const [owner, a, b, c] = people().map(({ id }) => id)
    const { id } = await graph.createGroup(newGroup([owner!]))
    await graph.addGroupMember(id, a!)
    await graph.addGroupMember(id, a!)
    await graph.addGroupMembers(id, [a!, b!, c!])
    expect(idsOf(await graph.listGroupMembers(id))).toEqual([a!, b!, c!].sort())
    await graph.addGroupOwner(id, a!)
    await graph.addGroupOwner(id, a!)
    await graph.removeGroupMember(id, b!)
    await graph.removeGroupMember(id, b!)
    expect(idsOf(await graph.listGroupMembers(id))).toEqual([a!, c!].sort())
  })

  it('loses members in one call, also when the directory rejects some of them', async () => {
    const [a, b, c, d] = people().map(({ id }) => id)
    const { id } = await graph.createGroup(newGroup([a!], [a!, b!, c!]))
    const body = { error: { code: 'Authorization_RequestDenied', message: 'No.' } }
    world.sim.faults.add({ service: 'graph', path: `members/${b}`, action: { kind: 'status', status: 403, body } })
    world.sim.exchanges.clear()
    const answers = await graph.removeGroupMembers([a!, b!, c!, d!].map((member) => ({ groupId: id, id: member })))
    expect(answers.map((answer) => answer?.status)).toEqual([undefined, 403, undefined, undefined])
    expect(world.calls('graph').filter((call) => call.startsWith('POST'))).toEqual(['POST /v1.0/$batch'])
    expect(idsOf(await graph.listDirectMembers(id))).toEqual([b])
  })

  it('loses its members also when a batch is lost on the way', async () => {
    const [a, b] = people().map(({ id }) => id)
    const { id } = await graph.createGroup(newGroup([a!], [a!, b!]))
    for (const when of ['before', 'after'] as const)
      world.sim.faults.add({ service: 'graph', path: `members/${b}`, count: 1, action: { kind: 'reset', when } })
    expect(await graph.removeGroupMembers([a!, b!].map((member) => ({ groupId: id, id: member })))).toEqual([undefined, undefined])
    expect(await graph.listDirectMembers(id)).toEqual([])
  })

  it('can be deleted twice', async () => {
    const { id } = await graph.createGroup(newGroup([people()[0]!.id]))
    await graph.deleteGroup(id)
    await graph.deleteGroup(id)
    expect(await graph.getGroup(id)).toBeUndefined()
  })

  it('reports a member who does not exist', async () => {
    const { id } = await graph.createGroup(newGroup([people()[0]!.id]))
    await expect(graph.addGroupMember(id, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
      status: 404,
      code: 'Request_ResourceNotFound',
      message: expect.stringMatching(/^Microsoft Graph didn’t find the requested item: /),
      requestId: expect.any(String),
    })
  })
})
