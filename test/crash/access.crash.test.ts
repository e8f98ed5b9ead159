import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOf, decide, grantOf, isIn, requestAccess } from '../../server/features/access/assignments/access.fixture.ts'
import { expireAccess } from '../../server/features/access/assignments/end/expireAccess.ts'
import { groupRow, newGroup } from '../../server/features/accounts/groups/groups.fixture.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { until } from '../until.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

let app: TestApp
let server: ServerProcess

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 20
  server = await startServer(app)
  await server.started
})
afterAll(async () => {
  server.signal('SIGKILL')
  await server.ended
  await app.close()
})

async function killAroundCall(
  service: 'graph' | 'arm',
  method: string,
  path: string,
  moment: 'before' | 'after',
  begin?: () => Promise<unknown>,
) {
  app.simulator.faults.add({ service, method, path, count: 1, action: { kind: 'kill', pid: server.pid, when: moment } })
  await begin?.()
  await until(() => server.gone())
  await server.ended
  app.simulator.faults.clear()
  server = await startServer(app)
}

const writes = (method: string, path: RegExp, status: number) => {
  let callCount = 0
  const end = app.simulator.exchanges.onExchange((exchange) => {
    if (exchange.method === method && path.test(exchange.path) && exchange.status === status) callCount++
  })
  return () => {
    end()
    return callCount
  }
}

describe('a server killed with kill -9', () => {
  it('creates an access group once, with its owners and roles', async () => {
    const account = accountOf(app, 0)
    const name = `az-${account.name}-killed`
    const create = () => app.as(app.persona('Daniel').id).post(`/accounts/${account.id}/groups`, newGroup('killed'))
    await killAroundCall('graph', 'PATCH', '/groups\\(uniqueName', 'after', create)
    await killAroundCall('graph', 'POST', '/owners/', 'after')
    await killAroundCall('arm', 'PUT', '/roleAssignments/', 'after')
    await app.drain()
    const group = await groupRow(app, name)
    expect(group.status).toBe('ready')
    const createdGroups = app.simulator.state.collection<{ mailNickname: string }>('graph.groups').values()
    expect(createdGroups.filter(({ mailNickname }) => mailNickname === name)).toHaveLength(1)
    const scope = `/subscriptions/${account.subscriptionId}`
    expect(await app.context.clients.arm.listRoleAssignments(scope, { principalId: group.directory_group_id! })).toHaveLength(1)
    const notifications = await app.db.selectFrom('notifications').select('id').where('dedupe_key', '=', `groupReady:${group.id}`).execute()
    expect(notifications).toHaveLength(1)
  })

  it('grants access once and revokes it once', async () => {
    const { body, group, approvalId } = await requestAccess(app, accountOf(app, 1), { durationHours: 24 })
    const members = `/groups/${group.directory_group_id}/members`
    const countAdditions = writes('POST', new RegExp(`${members}/`), 204)
    await killAroundCall('graph', 'POST', members, 'before', () => decide(app, 'Daniel', approvalId))
    await killAroundCall('graph', 'POST', members, 'after')
    await app.drain()
    expect(countAdditions()).toBe(1)
    expect(await grantOf(app, body.id)).toMatchObject({ status: 'active' })
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)

    const hourMs = 3_600_000
    await app.db
      .updateTable('group_assignments')
      .set({ starts_at: new Date(Date.now() - 2 * hourMs), ends_at: new Date(Date.now() - hourMs) })
      .where('request_id', '=', body.id)
      .execute()
    const countRemovals = writes('DELETE', new RegExp(`${members}/`), 204)
    await killAroundCall('graph', 'DELETE', members, 'after', () => expireAccess(app.context))
    await app.drain()
    expect(countRemovals()).toBe(1)
    expect(await grantOf(app, body.id)).toMatchObject({ status: 'expired' })
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
    const notifications = await app.db.selectFrom('notifications').select('kind').where('person_id', '=', app.persona('Priya').id).execute()
    const kinds = notifications.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'accessGranted' || kind === 'accessEnded').sort()).toEqual(['accessEnded', 'accessGranted'])
  })
})
