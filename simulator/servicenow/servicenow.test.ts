import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatorFolder } from '../../test/simulatorFolder.ts'
import { trust } from '../../test/trust.ts'
import { servicenowPassword, servicenowUser } from '../core/constants.ts'
import type { Simulator } from '../core/simulator.ts'
import { startSimulator } from '../simulator.ts'
import { servicenowClientId, servicenowClientSecret } from './authentication.ts'

const dataDir = simulatorFolder()
const basic = `Basic ${Buffer.from(`${servicenowUser}:${servicenowPassword}`).toString('base64')}`
let sim: Simulator

type Row = Record<string, string | { link?: string; value?: string; display_value?: string }>
interface TestResponse {
  status: number
  headers: Headers
  result: Row
  rows: Row[]
  error: { message: string; detail: string | null } | undefined
}

async function snow(method: string, path: string, body?: unknown, authorization = basic): Promise<TestResponse> {
  const response = await fetch(`${sim.origins.servicenow}/api/now/table/${path}`, {
    method,
    headers: { authorization, accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = text === '' ? {} : JSON.parse(text)
  return { status: response.status, headers: response.headers, result: parsed.result, rows: parsed.result, error: parsed.error }
}

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString()
const names = (response: TestResponse) => response.rows.map((row) => row.name)

async function oauth(form: Record<string, string>): Promise<{ status: number; body: Record<string, string> }> {
  const response = await fetch(`${sim.origins.servicenow}/oauth_token.do`, { method: 'POST', body: new URLSearchParams(form) })
  return { status: response.status, body: await response.json() }
}

beforeAll(async () => {
  sim = await startSimulator({ dataDir })
  trust(sim.caPem)
})
afterAll(async () => {
  await sim.close()
  rmSync(dataDir, { recursive: true })
})

describe('access', () => {
  it('requires the password or a valid token', async () => {
    const client = { client_id: servicenowClientId, client_secret: servicenowClientSecret }
    const rejection = await snow('GET', 'cmdb_ci', undefined, 'Basic bm9ib2R5OngK')
    expect([rejection.status, rejection.error?.message]).toEqual([401, 'User Not Authenticated'])
    const grantedResponse = await oauth({ grant_type: 'password', username: servicenowUser, password: servicenowPassword, ...client })
    expect(grantedResponse.body).toMatchObject({ token_type: 'Bearer', expires_in: 1799 })
    const bearer = `Bearer ${grantedResponse.body.access_token}`
    expect((await snow('GET', 'cmdb_ci?sysparm_limit=1', undefined, bearer)).status).toBe(200)
    sim.clock.advance(1_800_000)
    expect((await snow('GET', 'cmdb_ci?sysparm_limit=1', undefined, bearer)).status).toBe(401)
    const refreshed = await oauth({ grant_type: 'refresh_token', refresh_token: grantedResponse.body.refresh_token!, ...client })
    expect((await snow('GET', 'cmdb_ci?sysparm_limit=1', undefined, `Bearer ${refreshed.body.access_token}`)).status).toBe(200)
    expect((await oauth({ grant_type: 'password', username: servicenowUser, password: 'no', ...client })).status).toBe(401)
  })
})

describe('a configuration item', () => {
  it('exists for every account of the company', async () => {
    const { headers, rows } = await snow(
      'GET',
      `cmdb_ci?${query({ sysparm_query: 'sys_class_name=cmdb_ci_cloud_service_account', sysparm_limit: '3' })}`,
    )
    expect(headers.get('x-total-count')).toBe('2000')
    expect(headers.get('link')).toContain('sysparm_offset=3>;rel="next"')
    expect(rows).toHaveLength(3)
  })

  it('is found by encoded queries', async () => {
    const find = (sysparm_query: string) => snow('GET', `cmdb_ci?${query({ sysparm_query, sysparm_fields: 'name' })}`)
    expect(names(await find('name=CHECKOUT-basket-prod'))).toEqual(['checkout-basket-prod'])
    expect(names(await find('nameSTARTSWITHcheckout-basket^nameENDSWITHprod^ORDERBYDESCname'))[0]).toBe('checkout-basket-prod')
    const eitherMatches = await find('name=checkout-basket-prod^ORname=checkout-payments-prod^environment=production^ORDERBYname')
    expect(names(eitherMatches)).toEqual(['checkout-basket-prod', 'checkout-payments-prod'])
    expect(names(await find('name=checkout-basket-prod^NQname=checkout-payments-prod'))).toHaveLength(2)
    expect(names(await find('nameLIKEbasket-prod^support_group.name=Checkout Support'))).toContain('checkout-basket-prod')
    expect((await find('nameLIKEnothing of the kind')).rows).toEqual([])
  })

  it('is returned with all other items if ServiceNow doesn’t understand the query', async () => {
    const { headers } = await snow('GET', `cmdb_ci?${query({ sysparm_query: 'shoe_size=4^name~x', sysparm_limit: '1' })}`)
    expect(headers.get('x-total-count')).toBe(String(2000 + sim.company.families.length))
  })

  it('is created, read, updated and marked as no longer in use', async () => {
    const created = await snow('POST', 'cmdb_ci_cloud_service_account', {
      name: 'brand-new-prod',
      account_id: 'b0a0',
      correlation_id: 'slipway-1',
      shoe_size: '4',
      operational_status: 1,
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(
      `${sim.origins.servicenow}/api/now/table/cmdb_ci_cloud_service_account/${created.result.sys_id}`,
    )
    expect(created.result).toMatchObject({
      name: 'brand-new-prod',
      sys_class_name: 'cmdb_ci_cloud_service_account',
      sys_mod_count: '0',
      operational_status: '1',
    })
    expect(created.result).not.toHaveProperty('shoe_size')
    const response = await snow('GET', `cmdb_ci?${query({ correlation_id: 'slipway-1' })}`)
    expect(response.rows.map((row) => row.sys_id)).toEqual([created.result.sys_id])
    const path = `cmdb_ci_cloud_service_account/${created.result.sys_id}`
    expect((await snow('PATCH', path, { operational_status: '6' })).result).toMatchObject({ operational_status: '6', sys_mod_count: '1' })
    expect((await snow('DELETE', path)).status).toBe(204)
    expect((await snow('GET', path)).error).toEqual({
      message: 'No Record found',
      detail: "Record doesn't exist or ACL restricts the record retrieval",
    })
  })

  it('refers to people and groups by link, value or name', async () => {
    const sendRequest = async (parameters: Record<string, string>) =>
      (await snow('GET', `cmdb_ci?${query({ sysparm_query: 'name=checkout-basket-prod', ...parameters })}`)).rows[0]!.support_group
    const link = expect.stringMatching(/\/api\/now\/table\/sys_user_group\/[0-9a-f]{32}$/)
    expect(await sendRequest({})).toEqual({ link, value: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(await sendRequest({ sysparm_exclude_reference_link: 'true' })).toMatch(/^[0-9a-f]{32}$/)
    expect(await sendRequest({ sysparm_display_value: 'true' })).toEqual({ display_value: 'Checkout Support', link })
  })
})

describe('an incident', () => {
  it('has a priority from its impact and urgency', async () => {
    const body = {
      short_description: 'Down',
      impact: '1',
      urgency: '2',
      priority: '5',
      correlation_id: 'alert-7',
      assignment_group: 'Cloud Operations',
    }
    const { status, result } = await snow('POST', 'incident?sysparm_input_display_value=true&sysparm_display_value=true', body)
    expect(status).toBe(201)
    expect(result).toMatchObject({
      number: expect.stringMatching(/^INC\d{7}$/),
      state: 'New',
      priority: '2 - High',
      assignment_group: { display_value: 'Cloud Operations' },
    })
    const secondIncident = await snow('POST', 'incident', { short_description: 'Also' })
    expect(secondIncident.result.number).not.toBe(result.number)
    expect(secondIncident.result).toMatchObject({ impact: '3', urgency: '3', priority: '5', state: '1', active: 'true' })
    const updateResponse = await snow('PUT', `incident/${secondIncident.result.sys_id}`, { impact: '1', urgency: '1' })
    expect(updateResponse.result.priority).toBe('1')
    expect((await snow('GET', `incident?${query({ sysparm_query: 'correlation_id=alert-7^active=true' })}`)).rows).toHaveLength(1)
  })

  it('is resolved with a reason', async () => {
    const { result } = await snow('POST', 'incident', { short_description: 'Down' })
    const bareResponse = await snow('PATCH', `incident/${result.sys_id}`, { state: '6' })
    expect([bareResponse.status, bareResponse.error?.message]).toEqual([403, 'Operation Failed'])
    const resolvedResponse = await snow('PATCH', `incident/${result.sys_id}`, {
      state: '6',
      close_code: 'Solution provided',
      close_notes: 'Restarted',
    })
    expect(resolvedResponse.result).toMatchObject({ state: '6', resolved_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) })
  })
})

describe('an assignment group', () => {
  it('exists for each team and for the company, and a single group is no longer in use', async () => {
    const find = (sysparm_query: string) => snow('GET', `sys_user_group?${query({ sysparm_query, sysparm_fields: 'name' })}`)
    expect(names(await find('active=true^nameLIKEpayments op'))).toEqual(['Payments Operations'])
    expect(names(await find('active=false'))).toEqual(['Data Centre Hosting'])
    expect(names(await find('active=true^name=Checkout Support'))).toEqual(['Checkout Support'])
  })
})

describe('an incident’s page', () => {
  it('shows its contents as text', async () => {
    const { result } = await snow('POST', 'incident', { short_description: '<b>Down</b>', impact: '1', urgency: '1' })
    const page = await fetch(`${sim.origins.servicenow}/incident.do?sys_id=${result.sys_id}`)
    const text = await page.text()
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('1 - Critical')
    expect(text).not.toContain('<b>')
    expect((await fetch(`${sim.origins.servicenow}/incident.do?sys_id=${'0'.repeat(32)}`)).status).toBe(404)
  })

  it('can also be found by the number of a ticket', async () => {
    const fetchPage = (number: string) => fetch(`${sim.origins.servicenow}/change_request.do?sysparm_query=number%3D${number}`)
    expect(await (await fetchPage('CHG0030001')).text()).toContain('<h1>Change</h1>')
    expect((await fetchPage('CHG9999999')).status).toBe(404)
  })
})

describe('an invalid call', () => {
  it('returns the cause of the error', async () => {
    expect((await snow('GET', 'sys_secret')).error).toEqual({ message: 'Invalid table sys_secret', detail: null })
    expect((await snow('POST', 'sys_user_group', { name: 'Mine' })).status).toBe(403)
    expect((await snow('POST', 'incident')).status).toBe(400)
    expect((await snow('GET', `incident/${'0'.repeat(32)}`)).status).toBe(404)
  })
})
