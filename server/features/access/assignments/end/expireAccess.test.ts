import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { gate } from '../../../../../test/gate.ts'
import { systemActionsOf } from '../../../../../test/systemActionsOf.ts'
import { until } from '../../../../../test/until.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import { groupRow } from '../../../accounts/groups/groups.fixture.ts'
import { accountOf, assignmentRow, decide, directoryDown, grantOf, isIn, requestAccess } from '../access.fixture.ts'
import { accessTitles } from '../accessLabels.ts'
import { expireAccess } from './expireAccess.ts'

let app: TestApp
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())

const hourMs = 3_600_000
const expire = () => expireAccess(app.context)

async function approveRequest(n: number, durationHours = 24) {
  const accessRequest = await requestAccess(app, accountOf(app, n), { durationHours })
  await decide(app, 'Daniel', accessRequest.approvalId)
  await app.drain()
  return accessRequest
}

const statusOf = async (requestId: string) => (await grantOf(app, requestId))!.status

describe('expireAccess', () => {
  it('removes a person once when the access expires, and notifies them', async () => {
    clockOffsetMs = 0
    const { body, group } = await approveRequest(0)
    clockOffsetMs = 23.9 * hourMs
    expect(await expire()).toBe(0)
    expect(await statusOf(body.id)).toBe('active')
    clockOffsetMs = 24.1 * hourMs
    const counts = await Promise.all([expire(), expire()])
    expect(counts[0]! + counts[1]!).toBe(1)
    await app.drain()
    expect(await statusOf(body.id)).toBe('expired')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
    expect(await expire()).toBe(0)
    const notifications = await app.db.selectFrom('notifications').select('title').where('kind', '=', 'accessEnded').execute()
    expect(notifications).toEqual([{ title: accessTitles.expired(group.name) }])
    expect(await systemActionsOf(app, (await grantOf(app, body.id))!.id)).toEqual([
      ['accessGranted', 'grantAccess'],
      ['accessExpired', 'clock'],
      ['accessEnded', 'revokeBatch'],
    ])
  })

  it('expires assignments that ended while Slipway was off, but not permanent ones', async () => {
    clockOffsetMs = 0
    const dueRequests = [await approveRequest(1), await approveRequest(2)]
    const permanentRequest = await requestAccess(app, accountOf(app, 3))
    await decide(app, 'Daniel', permanentRequest.approvalId)
    await app.drain()
    clockOffsetMs = 24 * 30 * hourMs
    expect(await expire()).toBe(2)
    await app.drain()
    for (const { body } of dueRequests) expect(await statusOf(body.id)).toBe('expired')
    expect(await statusOf(permanentRequest.body.id)).toBe('active')
  })

  it('keeps a membership that another active grant justifies', async () => {
    clockOffsetMs = 0
    const { body, group } = await approveRequest(4)
    await app.db
      .insertInto('group_assignments')
      .values({
        id: randomUUID(),
        group_id: group.id,
        person_id: app.persona('Priya').id,
        via: 'admin',
        request_id: null,
        ends_at: null,
        status: 'active',
      })
      .execute()
    clockOffsetMs = 25 * hourMs
    await expire()
    await app.drain()
    expect(await statusOf(body.id)).toBe('expired')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
  })

  it('restores a membership when access is granted during its removal', async () => {
    clockOffsetMs = 0
    const { body, group } = await approveRequest(5)
    const removal = gate(app.simulator, { service: 'graph', method: 'DELETE', path: `/groups/${group.directory_group_id}/members` })
    clockOffsetMs = 25 * hourMs
    await expire()
    await removal.reached
    await app.db
      .insertInto('group_assignments')
      .values({
        id: randomUUID(),
        group_id: group.id,
        person_id: app.persona('Priya').id,
        via: 'admin',
        request_id: null,
        ends_at: null,
        status: 'active',
      })
      .execute()
    removal.open()
    await app.drain()
    expect(await statusOf(body.id)).toBe('expired')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
  })

  it('keeps the status revoking while the directory is down', async () => {
    clockOffsetMs = 0
    const { body, group } = await approveRequest(6)
    clockOffsetMs = 25 * hourMs
    const fault = directoryDown(app, group.directory_group_id!)
    await expire()
    await until(async () => (await app.db.selectFrom('work_steps').select('name').where('status', '=', 'waiting').execute()).length > 0)
    expect(await statusOf(body.id)).toBe('revoking')
    app.simulator.faults.remove(fault)
    await app.drain()
    expect(await statusOf(body.id)).toBe('expired')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
  })

  it('doesn’t start an assignment whose end date passed before the grant', async () => {
    clockOffsetMs = 0
    const group = await groupRow(app, `az-${accountOf(app, 7).name}-contributors`)
    const fault = directoryDown(app, group.directory_group_id!)
    const { body } = await app.as(app.persona('Niamh').id).post(`/account-access/${group.id}`, {
      personId: app.persona('Priya').id,
      reason: 'For an hour, to look at the logs.',
      endsAt: new Date(Date.now() + hourMs).toISOString(),
    })
    clockOffsetMs = 2 * hourMs
    expect(await expire()).toBe(1)
    app.simulator.faults.remove(fault)
    await app.drain()
    expect((await assignmentRow(app, body.id)).status).toBe('expired')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
  })

  describe('many assignments together', () => {
    const people = () => app.company.people.filter(({ enabled }) => enabled).map(({ id }) => id)
    const bodyOf = (code: string) => ({ error: { code, message: 'Not now.' } })

    async function grantTo(accounts: number[], each: number, suffix = 'contributors') {
      clockOffsetMs = 0
      const groups = await Promise.all(accounts.map((n) => groupRow(app, `az-${accountOf(app, n).name}-${suffix}`)))
      const ids: string[] = []
      for (const { id, directory_group_id } of groups) {
        const entries = await app.context.clients.graph.listDirectMembers(directory_group_id!)
        const memberIds = people()
          .filter((person) => !entries.some((entry) => entry.id === person))
          .slice(0, each)
        await app.context.clients.graph.addGroupMembers(directory_group_id!, memberIds)
        const rows = memberIds.map((person_id) => ({
          id: randomUUID(),
          group_id: id,
          person_id,
          via: 'admin' as const,
          starts_at: new Date(Date.now() - hourMs),
          ends_at: new Date(Date.now() + hourMs),
          status: 'active' as const,
        }))
        await app.db.insertInto('group_assignments').values(rows).execute()
        ids.push(...rows.map((row) => row.id))
      }
      const counts = async () => {
        const rows = await app.db.selectFrom('group_assignments').select(['group_id', 'status']).where('id', 'in', ids).execute()
        return groups.map(({ id }) =>
          Object.fromEntries(
            Map.groupBy(
              rows.filter((row) => row.group_id === id),
              (row) => row.status,
            )
              .entries()
              .map(([status, subset]) => [status, subset.length]),
          ),
        )
      }
      const countMembers = async () => {
        const assignments = await app.db.selectFrom('group_assignments').select(['group_id', 'person_id']).where('id', 'in', ids).execute()
        const memberLists = await app.context.clients.graph.membersOfEachGroup(groups.map((group) => group.directory_group_id!))
        return memberLists.map(
          (look, n) =>
            assignments.filter(
              ({ group_id, person_id }) => group_id === groups[n]!.id && Array.isArray(look) && look.some(({ id }) => id === person_id),
            ).length,
        )
      }
      const countNotified = async () => {
        const keys = ids.map((id) => `ended:${id}`)
        return (await app.db.selectFrom('notifications').select('id').where('dedupe_key', 'in', keys).execute()).length
      }
      const runs = async (kind: string, since = ids) =>
        (await app.db.selectFrom('work_runs').select('id').where('kind', '=', kind).where('subject_id', 'in', since).execute()).length
      clockOffsetMs = 2 * hourMs
      return { groups, ids, counts, inside: countMembers, notified: countNotified, runs }
    }

    it('expires all assignments in few runs over several groups and replicas, with one notification each', async () => {
      const grantBatch = await grantTo([8, 9, 10], 15)
      await Promise.all([expire(), expire()])
      await app.drain()
      expect(await grantBatch.counts()).toEqual(Array(3).fill({ expired: 15 }))
      expect(await grantBatch.inside()).toEqual([0, 0, 0])
      expect(await grantBatch.notified()).toBe(45)
      expect(await grantBatch.runs('revokeBatch')).toBeLessThan(6)
      expect(await grantBatch.runs('revokeAccess')).toBe(0)
    })

    it.each([
      ['does not respond', { kind: 'status', status: 503, body: bodyOf('ServiceUnavailable') }],
      ['throttles calls', { kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: bodyOf('TooManyRequests') }],
    ] as const)('continues with other groups while the directory %s for one group', async (_, action) => {
      const grantBatch = await grantTo([0, 1], 8, action.status === 503 ? 'readers' : 'contributors')
      const fault = app.simulator.faults.add({ service: 'graph', path: `/groups/${grantBatch.groups[0]!.directory_group_id}`, action })
      await expire()
      await until(async () => (await grantBatch.counts())[1]!['expired'] === 8)
      expect((await grantBatch.counts())[0]).toEqual({ revoking: 8 })
      expect(await grantBatch.notified()).toBe(8)
      app.simulator.faults.remove(fault)
      await app.drain()
      expect(await grantBatch.counts()).toEqual([{ expired: 8 }, { expired: 8 }])
      expect(await grantBatch.inside()).toEqual([0, 0])
      expect(await grantBatch.notified()).toBe(16)
    })

    it('continues in a separate run, which an administrator can retry, if the directory rejects a removal', async () => {
      const grantBatch = await grantTo([2, 3], 6)
      const person = (await assignmentRow(app, grantBatch.ids[0]!)).person_id
      const path = `/groups/${grantBatch.groups[0]!.directory_group_id}/members/${person}`
      const action = { kind: 'status', status: 403, body: bodyOf('Authorization_RequestDenied') } as const
      const fault = app.simulator.faults.add({ service: 'graph', path, action })
      await expire()
      await app.drain()
      app.simulator.faults.remove(fault)
      expect(await grantBatch.counts()).toEqual([{ expired: 5, revoking: 1 }, { expired: 6 }])
      expect(await grantBatch.runs('revokeAccess')).toBe(1)
      const run = await app.db
        .selectFrom('work_runs')
        .select(['id', 'status'])
        .where('kind', '=', 'revokeAccess')
        .where('subject_id', '=', grantBatch.ids[0]!)
        .executeTakeFirstOrThrow()
      expect(run.status).toBe('failed')
      const retriedResponse = await app.as(app.persona('Niamh').id).post(`/work/${run.id}/steps/updateDirectory/retry`)
      expect(retriedResponse.status).toBeLessThan(300)
      await app.drain()
      expect(await grantBatch.counts()).toEqual([{ expired: 6 }, { expired: 6 }])
      expect(await grantBatch.notified()).toBe(12)
    })

    it('continues in separate runs if a removal from a group times out', async () => {
      const grantBatch = await grantTo([7, 10], 4, 'readers')
      const error = new ExternalError({
        service: 'Microsoft Graph',
        code: 'timeout',
        message: 'Too slow today.',
        retryable: true,
      })
      vi.spyOn(app.context.clients.graph, 'removeGroupMembers').mockRejectedValueOnce(error)
      await expire()
      await app.drain()
      expect(await grantBatch.counts()).toEqual([{ expired: 4 }, { expired: 4 }])
      expect(await grantBatch.inside()).toEqual([0, 0])
      expect(await grantBatch.runs('revokeAccess')).toBe(8)
      expect(await grantBatch.notified()).toBe(8)
    })

    it('keeps members with another grant, and restores members who were granted access in the meantime', async () => {
      const grantBatch = await grantTo([5, 6], 5, 'readers')
      const rows = await Promise.all([0, 1].map((n) => assignmentRow(app, grantBatch.ids[n]!)))
      const keep = ({ group_id, person_id }: { group_id: string; person_id: string }) =>
        app.db
          .insertInto('group_assignments')
          .values({ id: randomUUID(), group_id, person_id, via: 'adopted', ends_at: null, status: 'active' })
          .execute()
      await keep(rows[0]!)
      const path = `/groups/${grantBatch.groups[0]!.directory_group_id}/members/${rows[1]!.person_id}`
      const removal = gate(app.simulator, { service: 'graph', method: 'DELETE', path })
      await expire()
      await removal.reached
      await keep(rows[1]!)
      removal.open()
      await app.drain()
      expect(await grantBatch.counts()).toEqual([{ expired: 5 }, { expired: 5 }])
      expect(await grantBatch.inside()).toEqual([2, 0])
    })

    it('expires each assignment once when a run loses its lock before the result is recorded', async () => {
      const grantBatch = await grantTo([11, 12], 10)
      const members = `/groups/${grantBatch.groups[0]!.directory_group_id}/members`
      let removedCount = 0
      const ignore = app.simulator.exchanges.onExchange(({ method, status }) => {
        if (method === 'DELETE' && status === 204) removedCount++
      })
      const look = gate(app.simulator, { service: 'graph', method: 'GET', path: members, count: 1 })
      await expire()
      await until(() => removedCount === 20)
      await look.reached
      const { id } = await app.db
        .selectFrom('work_runs')
        .select('id')
        .where('kind', '=', 'revokeBatch')
        .where('subject_id', 'in', grantBatch.ids)
        .executeTakeFirstOrThrow()
      const text = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'slipway-run'`
      await sql.raw(text).execute(app.db)
      await app.jobs.send(app.db, 'work', { runId: id })
      await app.drain()
      expect(await grantBatch.counts()).toEqual([{ expired: 10 }, { expired: 10 }])
      const work = sql<{ state: string }>`select state from pgboss.job where name = 'work' and data ->> 'runId' = ${id}`
      look.open()
      await until(async () => (await work.execute(app.db)).rows.every(({ state }) => state === 'completed'))
      ignore()
      expect(removedCount).toBe(20)
      expect(await grantBatch.inside()).toEqual([0, 0])
      expect(await grantBatch.notified()).toBe(20)
      const run = await app.db.selectFrom('work_runs').select(['epoch', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
      expect(run).toEqual({ epoch: 2, status: 'succeeded' })
    })
  })
})
