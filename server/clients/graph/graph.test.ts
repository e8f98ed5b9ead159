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
  world.clearCache()
  world.sim.consistency.delayMs = 0
})

const people = () => world.sim.company.people.filter(({ enabled }) => enabled)
let createdCount = 0
const newGroup = (ownerIds: string[], memberIds: string[] = []) => {
  const mailNickname = `sg-test-${++createdCount}`
  return { displayName: `Test ${createdCount}`, mailNickname, description: 'For a test', ownerIds, memberIds }
}
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).sort()

describe('a person', () => {
  it('is found by the start of a name or by email address', async () => {
    const [person] = people()
    expect(idsOf(await graph.searchUsers(person!.displayName))).toContain(person!.id)
    expect(idsOf(await graph.searchUsers(person!.email))).toContain(person!.id)
    expect((await graph.searchUsers(person!.surname.slice(0, 2), 3)).length).toBeLessThanOrEqual(3)
  })

  it.each(['', '  ', '" OR "displayName:a', 'a\\', "O'Brien & co #1"])('can be searched with %j', async (text) => {
    expect(await graph.searchUsers(text)).toEqual([])
  })

  it('is read by ID and by sign-in name, with the fields that Slipway shows', async () => {
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

  it('is read by ID, a hundred at a time', async () => {
    const samplePeople = people().slice(0, 120)
    expect(idsOf(await graph.getUsersByIds([...samplePeople.map(({ id }) => id), '00000000-0000-4000-8000-000000000000']))).toEqual(
      idsOf(samplePeople),
    )
    expect(await graph.getUsersByIds([])).toEqual([])
  })

  it('is looked up in batches of twenty', async () => {
    const samplePeople = people().slice(0, 44)
    const usersById = await graph.lookUpUsers([
      ...samplePeople.map(({ userPrincipalName }) => userPrincipalName),
      'nobody@northgate.example',
    ])
    expect(samplePeople.map(({ userPrincipalName }) => usersById.get(userPrincipalName)?.id)).toEqual(samplePeople.map(({ id }) => id))
    expect(usersById.has('nobody@northgate.example')).toBe(true)
    expect(usersById.get('nobody@northgate.example')).toBeUndefined()
    expect(world.calls('graph').filter((call) => call.startsWith('POST'))).toEqual(Array(3).fill('POST /v1.0/$batch'))
  })

  it('is requested again when an item of a batch is throttled', async () => {
    const samplePeople = people().slice(0, 5)
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
    const usersById = await graph.lookUpUsers(samplePeople.map(({ id }) => id))
    expect([...usersById.values()].map((user) => user?.id)).toEqual(samplePeople.map(({ id }) => id))
  })

  it('is returned by the change feed after each change', async () => {
    const allUsers = await graph.usersDelta()
    expect(allUsers.users.length).toBe(world.sim.company.people.length)
    expect((await graph.usersDelta(allUsers.link)).users).toEqual([])
  })
})

describe('a group', () => {
  it('is created once by its unique name when the call is repeated', async () => {
    const requestBody = newGroup([])
    const group = await graph.upsertGroup(`slipway-${requestBody.mailNickname}`, requestBody)
    expect(group).toMatchObject({ displayName: requestBody.displayName, mailNickname: requestBody.mailNickname })
    expect((await graph.upsertGroup(`slipway-${requestBody.mailNickname}`, requestBody))?.id).toBe(group!.id)
    expect(idsOf(await graph.listGroupsByMailNickname(requestBody.mailNickname))).toEqual([group!.id])
  })

  it('is created with all owners and members, even with more than fit in one call', async () => {
    const [owner, ...otherPeople] = people().slice(0, 31)
    const requestBody = newGroup([owner!.id], idsOf(otherPeople))
    const group = await graph.createGroup(requestBody)
    expect(idsOf(await graph.listGroupMembers(group.id))).toEqual(idsOf(otherPeople))
    expect(await graph.findGroupByMailNickname(requestBody.mailNickname.toUpperCase())).toMatchObject({ id: group.id })
    expect(await graph.findGroupByName(requestBody.displayName)).toMatchObject({ id: group.id })
    expect(await graph.getGroup(group.id)).toMatchObject({ id: group.id })
  })

  it('is found by the next call when the response to its creation is lost', async () => {
    const requestBody = newGroup([])
    world.sim.faults.add({ service: 'graph', method: 'PATCH', path: '/groups\\(', count: 1, action: { kind: 'reset', when: 'after' } })
    const group = await graph.upsertGroup(`slipway-${requestBody.mailNickname}`, requestBody)
    expect(idsOf(await graph.listGroupsByMailNickname(requestBody.mailNickname))).toEqual([group!.id])
  })

  it('is created a second time by a call without a unique name if the response is lost', async () => {
    const requestBody = newGroup([people()[0]!.id])
    world.sim.faults.add({ service: 'graph', method: 'POST', path: '/groups$', count: 1, action: { kind: 'reset', when: 'after' } })
    await expect(graph.createGroup(requestBody)).rejects.toMatchObject({ code: 'connectionLost', retryable: true })
    await graph.createGroup(requestBody)
    expect(await graph.listGroupsByMailNickname(requestBody.mailNickname)).toHaveLength(2)
  })

  const failUpsert = (status: number, code: string, message: string) =>
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
  ])('is not created if Graph does not support the call by unique name: %i %s %s', async (status, code, message) => {
    failUpsert(status, code, message)
    expect(await graph.upsertGroup('slipway-nowhere', newGroup([]))).toBeUndefined()
  })

  it.each([
    [400, 'Request_BadRequest', "Invalid value specified for property 'mailNickname' of resource 'Group'."],
    [400, 'BadRequest', 'AppOnly OBO tokens not supported by target service.'],
    [403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.'],
    [404, 'UnknownError', ''],
    [405, 'MethodNotAllowed', 'Specified HTTP method is not allowed for the request target.'],
    [501, 'NotImplemented', 'Not implemented.'],
  ])('is not created by a second call when Graph returns %i %s', async (status, code, message) => {
    failUpsert(status, code, message)
    await expect(graph.upsertGroup('slipway-nowhere', newGroup([]))).rejects.toMatchObject({ status, code })
  })

  it('is readable only once the directory has replicated it', async () => {
    world.sim.consistency.delayMs = 300
    const requestBody = newGroup([])
    const key = `slipway-${requestBody.mailNickname}`
    const group = await graph.upsertGroup(key, requestBody)
    expect(await graph.isGroupReadable(group!.id)).toBe(false)
    expect(await graph.getGroup(group!.id)).toBeUndefined()
    await expect(graph.upsertGroup(key, requestBody)).rejects.toMatchObject({ code: 'notYetVisible', retryable: true })
    await until(() => graph.isGroupReadable(group!.id))
    expect((await graph.upsertGroup(key, requestBody))?.id).toBe(group!.id)
  })

  it('accepts a repeated addition or removal of a member or owner', async () => {
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

  it('loses members in one call, even if the directory rejects some of the removals', async () => {
    const [a, b, c, d] = people().map(({ id }) => id)
    const { id } = await graph.createGroup(newGroup([a!], [a!, b!, c!]))
    const body = { error: { code: 'Authorization_RequestDenied', message: 'No.' } }
    world.sim.faults.add({ service: 'graph', path: `members/${b}`, action: { kind: 'status', status: 403, body } })
    world.sim.exchanges.clear()
    const results = await graph.removeGroupMembers([a!, b!, c!, d!].map((member) => ({ groupId: id, id: member })))
    expect(results.map((response) => response?.status)).toEqual([undefined, 403, undefined, undefined])
    expect(world.calls('graph').filter((call) => call.startsWith('POST'))).toEqual(['POST /v1.0/$batch'])
    expect(idsOf(await graph.listDirectMembers(id))).toEqual([b])
  })

  it('loses its members even if the request or response of a batch is lost', async () => {
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
      requestId: expect.any(String),
    })
  })
})
