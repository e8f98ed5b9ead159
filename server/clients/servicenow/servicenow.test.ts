import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { servicenowClientId, servicenowClientSecret } from '../../../simulator/servicenow/authentication.ts'
import { createClients } from '../clients.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import type { Servicenow } from './servicenow.ts'

let world: TestWorld
let servicenow: Servicenow
beforeAll(async () => {
  world = await startTestWorld()
  servicenow = world.clients.servicenow
})
afterAll(() => world.close())
beforeEach(() => world.clearCache())

let builtCount = 0
const buildBody = () => ({
  name: `ng-test-${++builtCount}`,
  correlationId: crypto.randomUUID(),
  fields: { short_description: 'For a test' },
})

describe('a configuration item', () => {
  it('is found by a part of its name, ignoring case, up to the limit', async () => {
    const [account] = world.sim.company.accounts
    const configurationItems = await servicenow.findConfigurationItem(account!.name.slice(2).toUpperCase(), 10)
    expect(configurationItems.map(({ name }) => name)).toContain(account!.name)
    expect((await servicenow.findConfigurationItem('a', 5)).length).toBeLessThanOrEqual(5)
  })

  it.each(['', 'nothing is called this', 'zzz^ORname!=x', '^', 'javascript:gs.getUserID()', 'a\nb'])(
    'is not found for %j',
    async (name) => {
      expect(await servicenow.findConfigurationItem(name)).toEqual([])
    },
  )

  it('is created once, read, and updated', async () => {
    const item = buildBody()
    const created = await servicenow.createConfigurationItem(item)
    expect(created).toMatchObject({ name: item.name, correlation_id: item.correlationId, short_description: 'For a test' })
    expect((await servicenow.createConfigurationItem(item)).sys_id).toBe(created.sys_id)
    expect(await servicenow.getByCorrelationId(item.correlationId)).toMatchObject({ sys_id: created.sys_id })
    const updatedItem = await servicenow.updateConfigurationItem(created.sys_id, { short_description: 'Changed' })
    expect(updatedItem).toMatchObject({ sys_id: created.sys_id, short_description: 'Changed' })
    expect(await servicenow.getConfigurationItem(created.sys_id)).toMatchObject({ short_description: 'Changed' })
  })

  it('is looked up with other items in one call, without a result if ServiceNow ignores the query', async () => {
    const [firstBody, otherBody] = [buildBody(), buildBody()]
    await servicenow.createConfigurationItem(firstBody)
    expect(await servicenow.knownCorrelationIds([firstBody.correlationId, otherBody.correlationId])).toEqual(
      new Set([firstBody.correlationId]),
    )
    expect(await servicenow.knownCorrelationIds([])).toEqual(new Set())
    expect(await servicenow.knownCorrelationIds(['x^ORcorrelation_idISNOTEMPTY'])).toBeUndefined()
    expect(await servicenow.knownCorrelationIds(['x,y'])).toBeUndefined()
    const rows = { result: [{ sys_id: 'f'.repeat(32), name: 'Anything', correlation_id: 'another' }] }
    world.sim.faults.add({ service: 'servicenow', method: 'GET', count: 1, action: { kind: 'status', status: 200, body: rows } })
    expect(await servicenow.knownCorrelationIds([firstBody.correlationId])).toBeUndefined()
  })

  it('is undefined when it does not exist', async () => {
    expect(await servicenow.getConfigurationItem('0'.repeat(32))).toBeUndefined()
    expect(await servicenow.getByCorrelationId('none')).toBeUndefined()
    expect(await servicenow.getByCorrelationId('x^ORcorrelation_id!=x')).toBeUndefined()
  })

  it('is not created twice when the response is lost', async () => {
    const item = buildBody()
    world.sim.faults.add({ service: 'servicenow', method: 'POST', count: 1, action: { kind: 'reset', when: 'after' } })
    await expect(servicenow.createConfigurationItem(item)).rejects.toMatchObject({ code: 'connectionLost', retryable: true })
    await servicenow.createConfigurationItem(item)
    expect(world.calls('servicenow').filter((call) => call.startsWith('POST'))).toHaveLength(1)
    expect(await servicenow.findConfigurationItem(item.name)).toHaveLength(1)
  })
})

describe('an assignment group', () => {
  it('is found by a part of its name while in use, and read by its ID', async () => {
    const [match, ...additional] = await servicenow.findAssignmentGroup('payments OP')
    expect([match?.name, additional]).toEqual(['Payments Operations', []])
    expect(await servicenow.getAssignmentGroup(match!.sys_id)).toMatchObject({ name: 'Payments Operations', active: 'true' })
    expect(await servicenow.findAssignmentGroup('data centre')).toEqual([])
    expect(await servicenow.findAssignmentGroup('x^ORactive=true')).toEqual([])
    expect(await servicenow.getAssignmentGroup('0'.repeat(32))).toBeUndefined()
  })
})

describe('a caller', () => {
  it('is found by the exact email address', async () => {
    const [person] = world.sim.company.people.filter(({ enabled }) => enabled)
    expect(await servicenow.findCaller(person!.email.toUpperCase())).toBe(person!.id.replaceAll('-', ''))
    for (const email of ['nobody@example.com', 'x^ORemailISNOTEMPTY', '']) expect(await servicenow.findCaller(email)).toBeUndefined()
  })
})

describe('an incident', () => {
  const open = () =>
    servicenow.openIncident({
      correlationId: crypto.randomUUID(),
      title: 'For a test',
      description: 'For a test',
      itemSysId: undefined,
      impact: 1,
      urgency: 3,
    })

  it('is read by its ID, and left out when it is missing', async () => {
    const [firstIncident, secondIncident] = [await open(), await open()]
    const incidents = await servicenow.readIncidents([firstIncident.sys_id, '0'.repeat(32), secondIncident.sys_id, 'x^ORactive=true'])
    expect(incidents.map(({ number, state, priority }) => [number, state, priority]).sort()).toEqual(
      [firstIncident, secondIncident].map(({ number }) => [number, '1', '3']).sort(),
    )
    expect(await servicenow.readIncidents([])).toEqual([])
  })

  it('is not treated as missing when fields are hidden', async () => {
    const rows = [{ sys_id: 'a'.repeat(32), number: 'INC0000001' }]
    world.sim.faults.add({ service: 'servicenow', count: 2, action: { kind: 'status', status: 200, body: { result: rows } } })
    await expect(servicenow.readIncidents(['a'.repeat(32)])).rejects.toMatchObject({ code: 'hiddenField', retryable: false })
    await expect(servicenow.listOpenIncidents('b'.repeat(32))).rejects.toMatchObject({ message: expect.stringContaining('cmdb_ci') })
  })
})

describe('ServiceNow during a failure', () => {
  it.each([
    ['throttling', { kind: 'status', status: 429, headers: { 'retry-after': '3' } }],
    ['a 503 page', { kind: 'status', status: 503, body: '<html>Down</html>', headers: { 'content-type': 'text/html' } }],
    ['a reset', { kind: 'reset', when: 'before' }],
    ['half an answer', { kind: 'truncate' }],
  ] as const)('completes reads despite %s', async (_, action) => {
    world.sim.faults.add({ service: 'servicenow', method: 'GET', count: 2, action })
    expect(await servicenow.getByCorrelationId('none')).toBeUndefined()
  })

  it.each([
    [
      'an error in place of an answer',
      { error: { message: 'Transaction cancelled', detail: 'maximum execution time exceeded' }, status: 'failure' },
    ],
    [
      'an error after some rows',
      { result: [], error: { message: 'Transaction cancelled: maximum execution time exceeded' }, status: 'failure' },
    ],
  ])('fails on 200 with %s instead of reporting no result', async (_, body) => {
    world.sim.faults.add({ service: 'servicenow', action: { kind: 'status', status: 200, body } })
    const failure = { code: 'incompleteAnswer', retryable: true, message: expect.stringContaining('Transaction cancelled') }
    const id = 'a'.repeat(32)
    for (const ask of [
      () => servicenow.getByCorrelationId('none'),
      () => servicenow.findTicket('INC0000001'),
      () => servicenow.readIncident(id),
      () => servicenow.readIncidents([id]),
      () => servicenow.findAssignmentGroup('cloud'),
      () => servicenow.createConfigurationItem(buildBody()),
    ])
      await expect(ask()).rejects.toMatchObject(failure)
    expect(world.calls('servicenow').filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it.each([
    ['401 as a web page', 401, '<html>Not authenticated</html>', 'didn’t accept Slipway'],
    [
      'an access rule',
      403,
      { error: { message: 'Operation Failed', detail: 'ACL Exception Update Failed' }, status: 'failure' },
      'ACL Exception',
    ],
  ])('reports %s once', async (_, status, body, text) => {
    const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'text/html' } : {}
    world.sim.faults.add({ service: 'servicenow', action: { kind: 'status', status, body, headers } })
    const message = expect.stringContaining(text)
    await expect(servicenow.getByCorrelationId('none')).rejects.toMatchObject({ status, retryable: false, message })
    expect(world.calls('servicenow')).toHaveLength(1)
  })

  it('reports a hibernating instance', async () => {
    world.sim.faults.add({
      service: 'servicenow',
      action: { kind: 'status', status: 200, body: '<html>Your instance is hibernating</html>', headers: { 'content-type': 'text/html' } },
    })
    await expect(servicenow.findConfigurationItem('x')).rejects.toMatchObject({
      code: 'htmlAnswer',
    })
  })
})

describe('the sign-in to ServiceNow', () => {
  const logger = { debug() {}, info() {}, warn() {} }

  it('fetches an OAuth token once for all calls', async () => {
    const { servicenow: settings } = world.config
    const oauth = { clientId: servicenowClientId, clientSecret: servicenowClientSecret }
    const { servicenow: client } = createClients({ ...world.config, servicenow: { ...settings, oauth } }, { logger })
    await client.findConfigurationItem('a', 1)
    await client.findConfigurationItem('a', 1)
    expect(world.calls('servicenow').filter((call) => call.includes('oauth_token'))).toHaveLength(1)
  })

  it('is repeated once when the OAuth token is revoked early', async () => {
    const { servicenow: settings } = world.config
    const oauth = { clientId: servicenowClientId, clientSecret: servicenowClientSecret }
    const { servicenow: client } = createClients({ ...world.config, servicenow: { ...settings, oauth } }, { logger })
    const signIns = () => world.calls('servicenow').filter((call) => call.includes('oauth_token')).length
    const failureResponse = { kind: 'status', status: 401, headers: { 'www-authenticate': 'BASIC realm="Service-now"' }, body: {} } as const
    await client.findConfigurationItem('a', 1)
    world.sim.faults.add({ service: 'servicenow', path: '/api/now', count: 1, action: failureResponse })
    expect(await client.findConfigurationItem('ng', 1)).toHaveLength(1)
    expect(signIns()).toBe(2)
    world.sim.faults.add({ service: 'servicenow', path: '/api/now', action: failureResponse })
    await expect(client.findConfigurationItem('a', 1)).rejects.toMatchObject({ status: 401 })
    expect(signIns()).toBe(3)
  })

  it('reports a rejection without the password', async () => {
    const { servicenow: settings } = world.config
    const { servicenow: client } = createClients({ ...world.config, servicenow: { ...settings, password: 'wrong-password' } }, { logger })
    const error = await client.findConfigurationItem('a').catch((each: Error) => each)
    expect(error).toMatchObject({ status: 401 })
    expect(JSON.stringify(error)).not.toMatch(/wrong-password|d3JvbmctcGFzc3dvcmQ/)
  })
})

describe('user text', () => {
  const markedUpText = 'See [code]<a href="https://evil.example">the runbook</a>[/code] and [CODE]<b>x</b>[ /code ]'
  const codeTag = /\[\s*\/?\s*code/i
  it('is never rendered as HTML: no field of any call has a code tag', async () => {
    world.clearCache()
    const incident = await servicenow.openIncident({
      correlationId: crypto.randomUUID(),
      title: markedUpText,
      description: markedUpText,
      itemSysId: undefined,
      impact: 2,
      urgency: 2,
    })
    await servicenow.addWorkNote(incident.sys_id, 'k1', markedUpText)
    await servicenow.resolveIncident(incident.sys_id, markedUpText)
    await servicenow.reopenIncident(incident.sys_id, markedUpText)
    await servicenow.closeIncident(incident.sys_id, markedUpText)
    const bodies = world.sim.exchanges.list().flatMap(({ requestBody }) => (requestBody ? [JSON.stringify(requestBody)] : []))
    expect(bodies.filter((body) => body.includes('runbook')).length).toBeGreaterThanOrEqual(4)
    for (const body of bodies) expect(body).not.toMatch(codeTag)
    expect(bodies.join(' ')).toContain('See (code)<a')
  })

  it('keeps brackets that don’t form a code tag', async () => {
    const incident = await servicenow.openIncident({
      correlationId: crypto.randomUUID(),
      title: '[k1] error codes [see list] and array[0]',
      description: '',
      itemSysId: undefined,
      impact: 2,
      urgency: 2,
    })
    expect(incident.short_description).toBe('[k1] error codes [see list] and array[0]')
  })
})
