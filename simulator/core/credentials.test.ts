import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { requirements } from '../../server/clients/requirements/requirements.ts'
import { startTestWorld, type TestWorld } from '../../server/clients/testWorld.ts'
import {
  azureDevOpsAudience,
  azureDevOpsToken,
  gitToken,
  servicenowPassword,
  servicenowUser,
  slipwayServicePrincipalId,
} from './constants.ts'
import type { PermissionRef } from './permissions.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld({ countsPermissions: false })
})
afterAll(() => world.close())
afterEach(() => {
  for (const each of world.sim.permissions.taken()) world.sim.permissions.restoreAccess(each)
})

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const personalToken = basic('', azureDevOpsToken)

async function submitRequest(
  service: 'git' | 'azuredevops' | 'servicenow',
  authorization: string,
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(world.sim.origins[service] + path, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

function revokePermissions(service: PermissionRef['service'], ...names: string[]): void {
  for (const name of names) world.sim.permissions.take({ service, name })
}

const repository = '/repos/northgate/landing-zones'
it.each([
  ['contents=write', 'GET', `${repository}/git/ref/heads/main`, 'contents=read'],
  ['contents=write', 'POST', `${repository}/git/refs`, 'contents=write'],
  ['contents=write', 'PUT', `${repository}/pulls/1/merge`, 'contents=write'],
  ['pull_requests=write', 'GET', `${repository}/pulls`, 'pull_requests=read'],
  ['pull_requests=write', 'POST', `${repository}/pulls`, 'pull_requests=write'],
  ['statuses=read', 'GET', `${repository}/commits/main/status`, 'statuses=read'],
  ['checks=read', 'GET', `${repository}/commits/main/check-runs`, 'checks=read'],
])('denies GitHub without %s: %s %s, and names the accepted permissions', async (missingPermission, method, path, acceptedPermissions) => {
  revokePermissions('GitHub', missingPermission)
  const { status, headers, body } = await submitRequest('git', `Bearer ${gitToken}`, method, path, method === 'GET' ? undefined : {})
  expect([status, body.message]).toEqual([403, 'Resource not accessible by personal access token'])
  expect(headers.get('x-accepted-github-permissions')).toBe(acceptedPermissions)
})

it('lets every GitHub token read the repository itself', async () => {
  revokePermissions('GitHub', 'contents=write', 'pull_requests=write', 'statuses=read', 'checks=read')
  expect((await submitRequest('git', `Bearer ${gitToken}`, 'GET', repository)).status).toBe(200)
})

const project = '/northgate/cloud-platform/_apis'
const landingZones = `${project}/git/repositories/landing-zones`
it('rejects an Azure DevOps personal access token without the scope before anything else', async () => {
  revokePermissions('Azure DevOps', 'vso.code_write', 'GenericRead')
  for (const path of [`${landingZones}/refs?api-version=7.1`, `${project}/policy/evaluations?artifactId=none&api-version=7.1-preview.1`]) {
    const { status, body } = await submitRequest('azuredevops', personalToken, 'GET', path)
    expect([status, body.typeKey]).toEqual([401, 'InvalidIdentityException'])
  }
})

it('checks only permissions for an Azure DevOps token of the directory', async () => {
  revokePermissions('Azure DevOps', 'vso.code_write')
  const token = await world.sim.mintToken({ oid: slipwayServicePrincipalId, audience: azureDevOpsAudience })
  const readRefs = () => submitRequest('azuredevops', `Bearer ${token}`, 'GET', `${landingZones}/refs?api-version=7.1`)
  expect((await readRefs()).status).toBe(200)
  revokePermissions('Azure DevOps', 'GenericRead')
  expect((await readRefs()).status).toBe(403)
})

it.each([
  ['GenericRead', 'GET', '/refs'],
  ['CreateBranch', 'POST', '/refs'],
  ['GenericContribute', 'POST', '/pushes'],
  ['PullRequestContribute', 'POST', '/pullrequests'],
  ['PullRequestContribute', 'PATCH', '/pullrequests/1'],
])('denies Azure DevOps without %s: %s %s', async (missingPermission, method, path) => {
  revokePermissions('Azure DevOps', missingPermission)
  const { status, body } = await submitRequest(
    'azuredevops',
    personalToken,
    method,
    `${landingZones}${path}?api-version=7.1`,
    method === 'GET' ? undefined : {},
  )
  expect([status, body.typeKey]).toEqual([403, 'GitNeedsPermissionException'])
  expect(body.message).toContain(`TF401027: You need the Git '${missingPermission}' permission`)
})

const integration = basic(servicenowUser, servicenowPassword)
const query = '?sysparm_query=active=true&sysparm_limit=1'
it.each([
  ['sn_incident_write', 'incident'],
  ['sn_change_read', 'change_request'],
  ['sn_request_read', 'sc_req_item'],
  ['sn_cmdb_editor', 'cmdb_ci_service'],
])('denies ServiceNow without %s to query and to write %s, and doesn’t find a record of it', async (missingRole, table) => {
  const path = `/api/now/table/${table}`
  expect((await submitRequest('servicenow', integration, 'GET', `${path}${query}`)).status).toBe(200)
  revokePermissions('ServiceNow', missingRole)
  const queryResponse = await submitRequest('servicenow', integration, 'GET', `${path}${query}`)
  expect([queryResponse.status, queryResponse.body.error.message]).toEqual([403, 'Insufficient rights to query records'])
  const writeReply = await submitRequest('servicenow', integration, 'POST', path, { short_description: 'x' })
  expect([writeReply.status, writeReply.body.error.detail]).toEqual([403, 'ACL Exception Insert Failed due to security constraints'])
  expect((await submitRequest('servicenow', integration, 'GET', `${path}/${'0'.repeat(32)}`)).status).toBe(404)
})

it('doesn’t allow a write with a ServiceNow role that reads', async () => {
  for (const table of ['change_request', 'sc_req_item'])
    expect((await submitRequest('servicenow', integration, 'POST', `/api/now/table/${table}`, { short_description: 'x' })).status).toBe(403)
})

it('gives Slipway exactly the documented permissions', () => {
  const listPermissions = (service: PermissionRef['service']) => world.sim.permissions.held(service)
  for (const { service, name } of requirements) expect(listPermissions(service)).toContain(name)
  expect(() => world.sim.permissions.use({ service: 'Azure', name: '*' })).toThrow('does not document')
  expect(() => world.sim.permissions.take({ service: 'Azure', name: '*' })).toThrow('does not document')
})
