import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatorFolder } from '../../test/simulatorFolder.ts'
import { trust } from '../../test/trust.ts'
import { graphAudience, platformServicePrincipalId } from '../core/constants.ts'
import type { Simulator } from '../core/simulator.ts'
import { startSimulator } from '../simulator.ts'
import { appRoleAssignmentType, groupType, servicePrincipalType, userType } from './resourceTypes.ts'
import { addSampleAbsences } from './sampleAbsences.ts'

// Graph's own metadata and samples are beside the project; without them the test is skipped.
const wire = join(import.meta.dirname, '../../../shared/wire/graph')
const isAbsent = !existsSync(wire)
if (isAbsent) console.warn(`not judged: ${wire} is absent`)

interface Sample {
  request: { url: string; method?: string }
  response: { statusCode?: number; body?: Record<string, unknown> & { value?: Record<string, unknown>[] } }
}

describe.skipIf(isAbsent)('Graph’s calls and responses', () => {
  const dataDir = simulatorFolder()
  let sim: Simulator
  let token: string
  let samples: Sample[]

  beforeAll(async () => {
    samples = JSON.parse(readFileSync(join(wire, 'graph-v1_0-proxy-mocks.json'), 'utf8')).mocks
    sim = await startSimulator({ dataDir })
    trust(sim.caPem)
    token = await sim.mintToken({ oid: platformServicePrincipalId, audience: graphAudience })
  })
  afterAll(async () => {
    await sim.close()
    rmSync(dataDir, { recursive: true })
  })

  const response = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${sim.origins.graph}/v1.0/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, consistencylevel: 'eventual', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Sample['response']['body'] }
  }
  const sampleOf = (method: string, path: string): Sample['response'] =>
    samples.find(({ request }) => (request.method ?? 'GET') === method && request.url === `https://graph.microsoft.com/v1.0/${path}`)!
      .response

  it.each([
    ['user', userType],
    ['group', groupType],
    ['servicePrincipal', servicePrincipalType],
    ['appRoleAssignment', appRoleAssignmentType],
  ])('has every property of a %s in the documentation', (name, type) => {
    const metadata = gunzipSync(readFileSync(join(wire, 'v1.0-Prod.csdl.gz'))).toString()
    const properties = (entity: string): string[] => {
      const [, base, content = ''] = new RegExp(
        `<EntityType Name="${entity}"(?: BaseType="graph\\.(\\w+)")?[^>]*>(.*?)</EntityType>`,
        's',
      ).exec(metadata)!
      const ownNames = [...content.matchAll(/<Property Name="(\w+)"/g)].map((match) => match[1]!)
      return base ? [...ownNames, ...properties(base)] : ownNames
    }
    const knownNames = properties(name)
    // The service returns these properties although its metadata does not list them.
    const observedProperties = ['creationOptions', 'resourceBehaviorOptions', 'resourceProvisioningOptions']
    expect(type.properties.filter((property) => !knownNames.includes(property) && !observedProperties.includes(property))).toEqual([])
  })

  it('shows automatic replies with exactly the fields of the metadata', async () => {
    const metadata = gunzipSync(readFileSync(join(wire, 'v1.0-Prod.csdl.gz'))).toString()
    const knownNames = (type: string) =>
      [...new RegExp(`<ComplexType Name="${type}"[^>]*>(.*?)</ComplexType>`, 's').exec(metadata)![1]!.matchAll(/<Property Name="(\w+)"/g)]
        .map(([, name]) => name!)
        .sort()
    const fieldsOf = (value: unknown) =>
      Object.keys(value as object)
        .filter((name) => !name.startsWith('@'))
        .sort()
    const { id } = sim.company.people[0]!
    const settings = (await response('GET', `users/${id}/mailboxSettings`)).body!
    expect(fieldsOf(settings)).toEqual(knownNames('mailboxSettings'))
    const change = { automaticRepliesSetting: { status: 'alwaysEnabled', internalReplyMessage: 'Away' } }
    expect((await response('PATCH', `users/${id}/mailboxSettings`, change)).status).toBe(200)
    const replies = (await response('GET', `users/${id}/mailboxSettings/automaticRepliesSetting`)).body!
    expect([fieldsOf(replies), replies.status]).toEqual([knownNames('automaticRepliesSetting'), 'alwaysEnabled'])
    expect(fieldsOf(replies.scheduledEndDateTime)).toEqual(knownNames('dateTimeTimeZone'))
    addSampleAbsences(sim)
    const lead = sim.company.families
      .map(({ ownerIds }) => ownerIds.at(-1)!)
      .find((name) => !sim.company.personas.some((each) => each.id === name))!
    expect((await response('GET', `users/${lead}/mailboxSettings/automaticRepliesSetting`)).body!.status).toBe('scheduled')
    for (const invalidInput of [{ status: 'sometimes' }, { scheduledEndDateTime: '2026-12-01' }, { until: 'Friday' }])
      expect((await response('PATCH', `users/${id}/mailboxSettings`, { automaticRepliesSetting: invalidInput })).status).toBe(400)
  })

  it('returns the same status as the documented samples, and at least their fields', async () => {
    const user = sim.company.personas[0]!
    const group = sim.company.groups.find((each) => each.mailNickname === 'cloud-architecture-board')!
    const owner = { '@odata.id': `${sim.origins.graph}/v1.0/directoryObjects/${sim.company.people[5]!.id}` }
    const cases: [method: string, samplePath: string, path: string, body?: unknown][] = [
      ['POST', 'groups', 'groups', { displayName: 'Wire', mailNickname: 'wire', mailEnabled: false, securityEnabled: true }],
      ['GET', 'groups/*', `groups/${group.id}`],
      ['GET', 'groups', 'groups'],
      ['GET', 'users', 'users'],
      ['GET', 'users/delta', 'users/delta'],
      ['GET', 'users/*/manager', `users/${user.id}/manager`],
      ['GET', 'groups/*/transitiveMembers', `groups/${group.id}/transitiveMembers`],
      ['GET', 'users/*/transitiveMemberOf', `users/${user.id}/transitiveMemberOf`],
      ['POST', 'directoryObjects/getByIds', 'directoryObjects/getByIds', { ids: [user.id] }],
      ['POST', 'groups/*/owners/$ref', `groups/${group.id}/owners/$ref`, owner],
      ['POST', 'groups/*/members/$ref', `groups/${group.id}/members/$ref`, owner],
      ['DELETE', 'groups/*/members/*/$ref', `groups/${group.id}/members/${sim.company.people[5]!.id}/$ref`],
      ['PATCH', 'groups/*', `groups/${group.id}`, { description: 'Changed' }],
      ['DELETE', 'groups/*', `groups/${group.id}`],
      ['GET', 'directory/deletedItems/*', `directory/deletedItems/${group.id}`],
      ['POST', 'directory/deletedItems/*/restore', `directory/deletedItems/${group.id}/restore`],
    ]
    // These belong to Microsoft 365 groups, or to samples that were shortened by hand.
    const omittedFields = /^(@odata\.(nextLink|deltaLink|context|type)|renewedDateTime|onPremises\w*|preferredLanguage)$/
    for (const [method, samplePath, path, body] of cases) {
      const sample = sampleOf(method, samplePath)
      const actual = await response(method, path, body)
      expect([method, path, actual.status]).toEqual([method, path, sample.statusCode ?? 200])
      const fieldsOf = (response: Sample['response']['body']) => Object.keys(response?.value?.[0] ?? response ?? {})
      const missingNames = fieldsOf(sample.body).filter((field) => !omittedFields.test(field) && !fieldsOf(actual.body).includes(field))
      expect([method, path, missingNames]).toEqual([method, path, []])
    }
  })
})
