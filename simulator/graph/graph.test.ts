import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { simulatorFolder } from '../../test/simulatorFolder.ts'
import { trust } from '../../test/trust.ts'
import { graphAudience, platformServicePrincipalId, slipwayServicePrincipalId } from '../core/constants.ts'
import { addPerson } from '../core/directory.ts'
import type { Simulator } from '../core/simulator.ts'
import { startSimulator } from '../simulator.ts'
import { principalType } from './directoryObjects.ts'

const dataDir = simulatorFolder()
let sim: Simulator
let token: string

interface TestResponse {
  status: number
  headers: Headers
  body: Record<string, unknown> & {
    value: Record<string, unknown>[]
    error: { code: string; message: string; innerError: Record<string, string>; details?: object[] }
  }
  text: string
}

async function graph(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  const response = await fetch(path.startsWith('https:') ? path : `${sim.origins.graph}/v1.0${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json') && text !== ''
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : {}, text }
}

const eventual = { ConsistencyLevel: 'eventual' }
const ref = (id: string) => ({ '@odata.id': `${sim.origins.graph}/v1.0/directoryObjects/${id}` })
const person = (title: string) => sim.company.personas.find((each) => each.persona!.title === title)!

function newGroup(extra: Record<string, unknown> = {}): Record<string, unknown> {
  const mailNickname = `test-${randomUUID()}`
  return { displayName: `Test ${mailNickname}`, mailNickname, mailEnabled: false, securityEnabled: true, ...extra }
}

async function createdGroup(extra?: Record<string, unknown>): Promise<TestResponse['body'] & { id: string }> {
  const { status, body } = await graph('POST', '/groups', newGroup(extra))
  expect(status).toBe(201)
  return { ...body, id: String(body.id) }
}

async function idsAt(path: string): Promise<unknown[]> {
  return (await graph('GET', path)).body.value.map((object) => object.id)
}

beforeAll(async () => {
  sim = await startSimulator({ dataDir })
  trust(sim.caPem)
  token = await sim.mintToken({ oid: platformServicePrincipalId, audience: graphAudience })
})
afterEach(() => {
  sim.consistency.delayMs = 0
  sim.faults.clear()
})
afterAll(async () => {
  await sim.close()
  rmSync(dataDir, { recursive: true })
})

describe('a user', () => {
  it('is listed page by page', async () => {
    const ids: unknown[] = []
    let url: unknown = '/users?$select=id&$top=400'
    while (typeof url === 'string') {
      const { body } = await graph('GET', url)
      ids.push(...body.value.map((user) => user.id))
      url = body['@odata.nextLink']
    }
    expect(ids).toEqual(sim.company.people.map((each) => each.id))
  })

  it('has the selected properties, or the default ones without a selection', async () => {
    const { id, email, displayName } = person('Engineer')
    const selectedResponse = await graph('GET', `/users/${id}?$select=id,department,accountEnabled`)
    expect(selectedResponse.body).toEqual({
      '@odata.context': `${sim.origins.graph}/v1.0/$metadata#users(id,department,accountEnabled)/$entity`,
      id,
      department: 'Commerce',
      accountEnabled: true,
    })
    for (const path of [`/users/${id}`, `/users/${email}`, `/users('${email}')`]) {
      const { body } = await graph('GET', path)
      expect(body).toMatchObject({ id, displayName, mail: email, businessPhones: [] })
      expect(body).not.toHaveProperty('department')
    }
    const unknownResponse = await graph('GET', '/users?$select=shoeSize')
    expect([unknownResponse.status, unknownResponse.body.error.code]).toEqual([400, 'BadRequest'])
  })

  it('is found by filters', async () => {
    const names = async (filter: string, headers = {}) => {
      const query = new URLSearchParams({ $filter: filter, $count: 'true', $select: 'displayName,userPrincipalName' })
      return (await graph('GET', `/users?${query}`, undefined, headers)).body.value?.map((user) => user.displayName)
    }
    const { id, email } = person('Tower lead')
    expect(await names(`userPrincipalName eq '${email.toUpperCase()}'`)).toEqual(['Margaret Llewellyn'])
    expect(await names(`startswith(displayName,'priya ra') or startswith(mail,'grace.ch')`)).toEqual(['Priya Raman', 'Grace Cheng'])
    expect(await names(`id in ('${id}','${person('Auditor').id}') and not (department eq 'Commerce')`, eventual)).toEqual(['Grace Cheng'])
    expect(await names(`accountEnabled eq false and department eq 'Commerce'`)).toContain('Oliver Pemberton')
  })

  it('is not found by filters that the directory rejects', async () => {
    const sixteenClauses = `id in (${sim.company.people
      .slice(0, 16)
      .map((each) => `'${each.id}'`)
      .join(',')})`
    for (const [filter, code] of [
      [sixteenClauses, 'Request_UnsupportedQuery'],
      [`department ne 'Commerce'`, 'Request_UnsupportedQuery'],
      [`officeLocation eq 'Leeds'`, 'Request_UnsupportedQuery'],
      [`displayName like 'x'`, 'Request_BadRequest'],
      [`shoeSize eq 4`, 'BadRequest'],
      [`displayName eq 'x`, 'Request_BadRequest'],
    ] as const) {
      const { status, body } = await graph('GET', `/users?${new URLSearchParams({ $filter: filter })}`)
      expect([filter, status, body.error?.code]).toEqual([filter, 400, code])
    }
    expect(
      (await graph('GET', `/users?${new URLSearchParams({ $filter: sixteenClauses, $count: 'true' })}`, undefined, eventual)).status,
    ).toBe(200)
  })

  it('is searched by words, but only with the consistency header', async () => {
    const query = new URLSearchParams({ $search: '"displayName:llew marg" OR "mail:grace.ch"', $count: 'true', $orderby: 'displayName' })
    const response = await graph('GET', `/users?${query}`, undefined, eventual)
    expect(response.body.value.map((user) => user.displayName)).toEqual(['Grace Cheng', 'Margaret Llewellyn'])
    expect(response.body['@odata.count']).toBe(2)
    const rejection = await graph('GET', `/users?${query}`)
    expect([rejection.status, rejection.body.error.code]).toEqual([400, 'Request_UnsupportedQuery'])
  })

  it('is not listed with an expired page token', async () => {
    const firstResponse = await graph('GET', '/users?$top=10')
    const clock = sim.clock.now()
    sim.clock.advance(2 * 3_600_000)
    const lateResponse = await graph('GET', String(firstResponse.body['@odata.nextLink']))
    sim.clock.set(clock)
    expect([lateResponse.status, lateResponse.body.error.code]).toEqual([400, 'Directory_ExpiredPageToken'])
    expect((await graph('GET', '/users?$top=1000')).status).toBe(400)
  })

  it('has a manager and groups', async () => {
    const { id, managerId } = person('Engineer')
    expect((await graph('GET', `/users/${id}/manager`)).body.id).toBe(managerId)
    expect(await idsAt(`/users/${person('Architecture board').id}/memberOf`)).toContain(
      sim.company.groups.find((group) => group.mailNickname === 'cloud-architecture-board')!.id,
    )
  })

  it('is reported as changed since the last delta link', async () => {
    const { id } = person('Analyst')
    let url = '/users/delta?$select=displayName,accountEnabled'
    const allUsers = new Set<unknown>()
    let deltaLink: string | undefined
    while (deltaLink === undefined) {
      const { body } = await graph('GET', url)
      for (const user of body.value) allUsers.add(user.id)
      deltaLink = body['@odata.deltaLink'] as string | undefined
      url = String(body['@odata.nextLink'])
    }
    expect(allUsers.size).toBe(sim.company.people.length)

    const quietResponse = await graph('GET', deltaLink)
    expect(quietResponse.body.value).toEqual([])
    expect((await graph('PATCH', `/users/${id}`, { accountEnabled: false })).status).toBe(204)
    const updateResponse = await graph('GET', String(quietResponse.body['@odata.deltaLink']))
    expect(updateResponse.body.value).toEqual([{ displayName: 'Tomasz Zalewski', accountEnabled: false, id }])
    expect((await graph('PATCH', `/users/${id}`, { accountEnabled: true })).status).toBe(204)
    const returned = await graph('GET', String(updateResponse.body['@odata.deltaLink']))
    expect(returned.body.value).toEqual([{ displayName: 'Tomasz Zalewski', accountEnabled: true, id }])
    // Simulators in one process share the sample company, but people added to one of them are in no other.
    const newcomer = { ...person('Analyst'), id: '5e5e5e5e-0000-4000-8000-000000000001', displayName: 'New Comer' }
    addPerson(sim, newcomer)
    const joinedResponse = await graph('GET', String(returned.body['@odata.deltaLink']))
    expect(joinedResponse.body.value).toEqual([{ displayName: 'New Comer', accountEnabled: true, id: newcomer.id }])
    expect(sim.company.people).not.toContainEqual(newcomer)
    expect((await graph('GET', '/users/delta?$deltatoken=gone')).status).toBe(410)
  })
})

describe('a group', () => {
  it('is created with owners and members', async () => {
    const { status, headers, body } = await graph('POST', '/groups', {
      ...newGroup({ description: 'A test' }),
      'owners@odata.bind': [`${sim.origins.graph}/v1.0/users/${person('Account owner').id}`],
      'members@odata.bind': [`https://graph.microsoft.com/v1.0/directoryObjects/${person('Engineer').id}`],
    })
    expect(status).toBe(201)
    expect(headers.get('location')).toContain('/directoryObjects/')
    expect(body).toMatchObject({ description: 'A test', securityEnabled: true, mailEnabled: false, groupTypes: [], deletedDateTime: null })
    expect(await idsAt(`/groups/${body.id}/owners`)).toEqual([person('Account owner').id])
    expect(await idsAt(`/groups/${body.id}/members`)).toEqual([person('Engineer').id])
    const response = await graph('GET', `/groups?$filter=mailNickname eq '${body.mailNickname}'&$select=id`)
    expect(response.body.value).toEqual([{ id: body.id }])
  })

  it('can share its nickname, like other security groups', async () => {
    const group = await createdGroup()
    const duplicateResponse = await graph('POST', '/groups', { ...newGroup(), mailNickname: group.mailNickname })
    expect(duplicateResponse.status).toBe(201)
    const response = await graph('GET', `/groups?$filter=mailNickname eq '${group.mailNickname}'&$select=id`)
    expect(response.body.value.map(({ id }) => String(id)).sort()).toEqual([group.id, duplicateResponse.body.id].sort())
  })

  it('is created once by its unique name, with 201 at first and 204 later, even before it can be read', async () => {
    const path = `/groups(uniqueName='slipway-${randomUUID()}')`
    const body = newGroup()
    expect((await graph('PATCH', path, body)).status, 'without the header it is an update').toBe(404)
    sim.consistency.delayMs = 60_000
    const firstResponse = await graph('PATCH', path, body, { prefer: 'create-if-missing' })
    expect([firstResponse.status, firstResponse.body.uniqueName]).toEqual([201, expect.stringMatching(/^slipway-/)])
    expect((await graph('PATCH', path, { ...body, description: 'Again' }, { prefer: 'create-if-missing' })).status).toBe(204)
    expect((await graph('GET', path)).status).toBe(404)
    sim.clock.advance(60_000)
    expect((await graph('GET', path)).body).toMatchObject({ id: firstResponse.body.id, description: 'Again' })
  })

  it('can be read before it appears in lists, and on one replica before the other', async () => {
    Object.assign(sim.consistency, { delayMs: 60_000, listDelayMs: 60_000, flapping: true })
    const { id, mailNickname } = await createdGroup()
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await graph('GET', `/groups/${id}`)).status)
    expect(new Set(statuses)).toEqual(new Set([200, 404]))
    const countGroups = async () => (await graph('GET', `/groups?$filter=mailNickname eq '${mailNickname}'`)).body.value.length
    sim.clock.advance(60_000)
    expect([(await graph('GET', `/groups/${id}`)).status, await countGroups()]).toEqual([200, 0])
    sim.clock.advance(60_000)
    expect(await countGroups()).toBe(1)
    Object.assign(sim.consistency, { listDelayMs: 0, flapping: false })
  })

  it('is rejected without required fields', async () => {
    const groupWithoutName = await graph('POST', '/groups', { ...newGroup(), displayName: undefined })
    expect(groupWithoutName.body.error.message).toBe("A value is required for property 'displayName' of resource 'Group'.")
    expect((await graph('POST', '/groups', newGroup({ mailNickname: 'no spaces' }))).status).toBe(400)
    const outsiderResponse = await graph('POST', '/groups', newGroup({ 'members@odata.bind': [ref(randomUUID())['@odata.id']] }))
    expect([outsiderResponse.status, outsiderResponse.body.error.code]).toEqual([404, 'Request_ResourceNotFound'])
    const tooManyMembers = sim.company.people.slice(0, 21).map((each) => ref(each.id)['@odata.id'])
    expect((await graph('POST', '/groups', newGroup({ 'members@odata.bind': tooManyMembers }))).status).toBe(400)
  })

  it('adds members individually and in bulk, and removes them once', async () => {
    const { id } = await createdGroup()
    const [firstId, secondId, thirdId] = sim.company.people.map((each) => each.id)
    expect((await graph('POST', `/groups/${id}/members/$ref`, ref(firstId!))).status).toBe(204)
    const repeated = await graph('POST', `/groups/${id}/members/$ref`, ref(firstId!))
    expect(repeated.status).toBe(400)
    expect(repeated.body.error.message).toBe(
      "One or more added object references already exist for the following modified properties: 'members'.",
    )
    const bulkBody = { 'members@odata.bind': [secondId, thirdId].map((each) => ref(each!)['@odata.id']), description: 'Three' }
    expect((await graph('PATCH', `/groups/${id}`, bulkBody)).status).toBe(204)
    expect((await idsAt(`/groups/${id}/members`)).toSorted()).toEqual([firstId, secondId, thirdId].toSorted())
    expect((await graph('GET', `/groups/${id}`)).body.description).toBe('Three')

    expect((await graph('DELETE', `/groups/${id}/members/${secondId}/$ref`)).status).toBe(204)
    const absent = await graph('DELETE', `/groups/${id}/members/${secondId}/$ref`)
    expect([absent.status, absent.body.error.code]).toEqual([404, 'Request_ResourceNotFound'])
    expect((await graph('GET', `/groups/${id}/members/$count`, undefined, eventual)).text).toBe('2')
  })

  it('can’t lose its last owner', async () => {
    const [firstId, secondId] = sim.company.people.map((each) => each.id)
    const { id } = await createdGroup({ 'owners@odata.bind': [ref(firstId!)['@odata.id']] })
    const lastResponse = await graph('DELETE', `/groups/${id}/owners/${firstId}/$ref`)
    expect([lastResponse.status, lastResponse.body.error.code]).toEqual([400, 'Request_BadRequest'])
    await graph('POST', `/groups/${id}/owners/$ref`, ref(secondId!))
    expect((await graph('DELETE', `/groups/${id}/owners/${firstId}/$ref`)).status).toBe(204)
  })

  it('can contain groups', async () => {
    const { id: userId } = person('Engineer')
    const inner = await createdGroup({ 'members@odata.bind': [ref(userId)['@odata.id']] })
    const outer = await createdGroup({ 'members@odata.bind': [ref(inner.id)['@odata.id']] })
    expect(await idsAt(`/groups/${outer.id}/members`)).toEqual([inner.id])
    expect((await idsAt(`/groups/${outer.id}/transitiveMembers`)).toSorted()).toEqual([inner.id, userId].toSorted())
    const people = await graph('GET', `/groups/${outer.id}/transitiveMembers/microsoft.graph.user?$select=mail`)
    expect(people.body.value).toEqual([{ mail: 'priya.raman@northgate.example' }])
    expect(await idsAt(`/users/${userId}/memberOf`)).not.toContain(outer.id)
    expect(await idsAt(`/users/${userId}/transitiveMemberOf`)).toContain(outer.id)
    const member = await graph('POST', `/users/${userId}/checkMemberGroups`, { groupIds: [outer.id, randomUUID()] })
    expect(member.body.value).toEqual([outer.id])
  })

  it('is soft-deleted and can be restored', async () => {
    const group = await createdGroup()
    expect((await graph('DELETE', `/groups/${group.id}`)).status).toBe(204)
    expect((await graph('GET', `/groups/${group.id}`)).status).toBe(404)
    expect(await idsAt('/directory/deletedItems/microsoft.graph.group')).toContain(group.id)
    const successor = await createdGroup({ mailNickname: group.mailNickname })
    await graph('DELETE', `/groups/${successor.id}`)
    expect((await graph('POST', `/directory/deletedItems/${group.id}/restore`)).status).toBe(200)
    expect((await graph('GET', `/groups/${group.id}`)).body.deletedDateTime).toBeNull()
    expect((await graph('DELETE', `/directory/deletedItems/${successor.id}`)).status).toBe(204)
    expect((await graph('GET', `/directory/deletedItems/${successor.id}`)).status).toBe(404)
  })

  it('can’t be read until it has replicated', async () => {
    sim.consistency.delayMs = 60_000
    const { id, mailNickname } = await createdGroup()
    const { id: userId } = person('Engineer')
    const earlyResponse = await graph('GET', `/groups/${id}`)
    expect([earlyResponse.status, earlyResponse.body.error.code]).toEqual([404, 'Request_ResourceNotFound'])
    expect((await graph('GET', `/groups?$filter=mailNickname eq '${mailNickname}'`)).body.value).toEqual([])
    expect((await graph('POST', `/groups/${id}/members/$ref`, ref(userId))).status).toBe(404)
    expect((await graph('POST', '/groups', newGroup({ mailNickname }))).status).toBe(201)
    expect(principalType(sim, id)).toBeUndefined()

    sim.clock.advance(60_000)
    expect((await graph('GET', `/groups/${id}`)).status).toBe(200)
    expect(principalType(sim, id)).toBe('Group')
    expect((await graph('POST', `/groups/${id}/members/$ref`, ref(userId))).status).toBe(204)
    expect(await idsAt(`/groups/${id}/members`)).toEqual([])
    expect((await graph('POST', `/groups/${id}/members/$ref`, ref(userId))).status).toBe(400)
    sim.clock.advance(60_000)
    expect(await idsAt(`/groups/${id}/members`)).toEqual([userId])
  })
})

describe('a directory object', () => {
  it('is found by ID, and left out when it is unknown', async () => {
    const group = sim.company.groups[0]!
    const ids = [person('Engineer').id, group.id, randomUUID(), slipwayServicePrincipalId]
    const { body } = await graph('POST', '/directoryObjects/getByIds', { ids, types: ['user', 'group'] })
    expect(body.value.map((object) => [object['@odata.type'], object.displayName])).toEqual([
      ['#microsoft.graph.user', 'Priya Raman'],
      ['#microsoft.graph.group', group.displayName],
    ])
  })
})

describe('$batch', () => {
  it('returns a result per step', async () => {
    const { id } = person('Engineer')
    sim.faults.add({
      service: 'graph',
      path: `/users/${person('Auditor').id}`,
      count: 1,
      action: { kind: 'status', status: 429, headers: { 'retry-after': '3' } },
    })
    const { status, body } = await graph('POST', '/$batch', {
      requests: [
        { id: '1', method: 'GET', url: `/users/${id}?$select=mail` },
        { id: '2', method: 'GET', url: `/users/${randomUUID()}` },
        { id: '3', method: 'GET', url: `/users/${person('Auditor').id}` },
        { id: '4', method: 'GET', url: `/users/${id}`, dependsOn: ['2'] },
      ],
    })
    expect(status).toBe(200)
    const responses = body.responses as { id: string; status: number; headers: Record<string, string>; body: Record<string, unknown> }[]
    expect(responses.map((response) => [response.id, response.status])).toEqual([
      ['1', 200],
      ['2', 404],
      ['3', 429],
      ['4', 424],
    ])
    expect(responses[0]!.body.mail).toBe('priya.raman@northgate.example')
    expect(responses[2]!.headers['Retry-After']).toBe('3')
  })

  it('accepts at most 20 steps', async () => {
    const requests = Array.from({ length: 21 }, (_, i) => ({ id: String(i), method: 'GET', url: '/users/$count' }))
    const { status, body } = await graph('POST', '/$batch', { requests })
    expect([status, body.error.code]).toEqual([400, 'BadRequest'])
  })
})

describe('a denied call', () => {
  it('has Graph’s error format', async () => {
    const { status, headers, body } = await graph('GET', `/groups/${randomUUID()}`, undefined, { 'client-request-id': 'mine' })
    expect(status).toBe(404)
    expect(body.error.innerError).toEqual({
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      'request-id': headers.get('request-id'),
      'client-request-id': 'mine',
    })
    expect((await graph('GET', '/groups/no-guid')).body.error.message).toBe("Invalid object identifier 'no-guid'.")
    expect((await graph('GET', '/nothing')).status).toBe(400)
  })

  it('is returned with 401 for a token of a different service', async () => {
    const otherToken = await sim.mintToken({ oid: slipwayServicePrincipalId, audience: 'https://management.azure.com' })
    const { status, body } = await graph('GET', '/users', undefined, { authorization: `Bearer ${otherToken}` })
    expect([status, body.error.code]).toEqual([401, 'InvalidAuthenticationToken'])
  })
})
