import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { patchPerson } from '../../simulator/core/directory.ts'
import { assignToGroup } from '../../simulator/graph/roleAssignments.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { openBrowser } from '../../test/browser.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { handlers } from '../handlers.ts'
import { logger } from '../http/logger.ts'
import { accessDenials } from './access.ts'
import { roleConfirmation, syncAppRoles } from './appRoles.ts'

let app: TestApp
let replicas: OpenApp[]
let forwardMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + forwardMs) })
  replicas = [await openApp(app), await openApp(app)]
})
afterEach(async () => {
  app.simulator.faults.clear()
  forwardMs = 0
  assign('Niamh', ['Slipway.Admin'])
  assign('Grace', ['Slipway.Auditor'])
  // Other tests moved the clock, so some roles have been read in the future.
  await app.db.updateTable('directory_cursors').set({ updated_at: new Date() }).where('name', '=', 'appRoles').execute()
  await app.db.updateTable('people').set({ roles_synced_at: null }).execute()
  forwardMs = 1
  await syncAppRoles(app.context)
  forwardMs = 0
})
afterAll(async () => {
  for (const replica of replicas) await replica.close()
  await app.close()
})

const minuteMs = 60_000
const id = (personaName: string) => app.persona(personaName).id
const assign = (personaName: string, appRoles: string[]) => patchPerson(app.simulator, id(personaName), { appRoles })
const directoryDown = () =>
  app.simulator.faults.add({
    service: 'graph',
    path: '/servicePrincipals',
    action: { kind: 'status', status: 403, body: { error: { code: 'Authorization_RequestDenied', message: 'No.' } } },
  })
const roleChanges = (personaName: string) =>
  app.db
    .selectFrom('audit_events')
    .select(['before', 'after'])
    .where('operation', '=', 'rolesChanged')
    .where('subject_id', '=', id(personaName))
    .orderBy('id')
    .execute()

async function openOnAllReplicas(personaName: string, path = '/work') {
  const browser = openBrowser(replicas[0]!)
  await browser.signIn(id(personaName))
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const token = await app.simulator.mintToken({ oid: id(personaName), audience: app.config.oidc.audience })
  await app.db.updateTable('people').set({ roles_synced_at: null }).where('id', '=', id(personaName)).execute()
  return async () => {
    const statuses: number[] = []
    for (const { http, https } of replicas) {
      statuses.push((await fetch(`${http}${path}`, { headers: { cookie } })).status)
      statuses.push((await fetch(`${https}${path}`, { headers: { authorization: `Bearer ${token}` } })).status)
    }
    return [...new Set(statuses)]
  }
}

describe('the roles of a person', () => {
  it('loses a removed role at the next directory sync, in sessions and tokens on every replica', async () => {
    const admin = await openOnAllReplicas('Niamh')
    const auditor = await openOnAllReplicas('Grace', '/audit/events')
    expect([await admin(), await auditor()]).toEqual([[200], [200]])
    assign('Niamh', [])
    assign('Grace', [])
    forwardMs = minuteMs
    await handlers({ ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') }).syncDirectory({}, new AbortController().signal)
    expect([await admin(), await auditor()]).toEqual([[403], [403]])
    expect(await roleChanges('Niamh')).toEqual([{ before: { roles: ['Slipway.Admin'] }, after: { roles: [] } }])
  })

  it('loses a removed role within five minutes without a schedule, because calls read the directory', async () => {
    const admin = await openOnAllReplicas('Niamh')
    assign('Niamh', [])
    forwardMs = 2 * minuteMs - 5_000
    expect(await admin()).toEqual([200])
    forwardMs = 2 * minuteMs + 5_000
    expect(await admin()).toEqual([403])
  })

  it('keeps the roles for five minutes while the directory is unavailable, and regains them afterwards', async () => {
    const admin = await openOnAllReplicas('Niamh')
    const account = app.company.accounts.find(({ ownerIds }) => !ownerIds.includes(id('Niamh')) && !ownerIds.includes(id('Grace')))!
    const path = `/accounts/${account.id}/services`
    const [adminOfRow, auditorOfRow] = [await openOnAllReplicas('Niamh', path), await openOnAllReplicas('Grace', path)]
    directoryDown()
    forwardMs = 5 * minuteMs - 5_000
    expect([await admin(), await adminOfRow(), await auditorOfRow()]).toEqual([[200], [200], [200]])
    forwardMs = 5 * minuteMs + 5_000
    expect([await admin(), await adminOfRow(), await auditorOfRow()]).toEqual([[403], [403], [403]])
    const browser = openBrowser(replicas[0]!)
    await browser.signIn(id('Niamh'))
    expect((await browser.send('/work')).status).toBe(200)
    await app.db.updateTable('people').set({ roles_synced_at: null }).where('id', '=', id('Niamh')).execute()
    forwardMs += 15_000
    expect((await (await browser.send('/work')).json()).message).toContain(accessDenials.rolesUnconfirmed)
    app.simulator.faults.clear()
    forwardMs += 15_000
    expect(await admin()).toEqual([200])
  })

  it('needs the role in the credential, not only in the directory', async () => {
    assign('Priya', [])
    const priya = await openOnAllReplicas('Priya')
    assign('Priya', ['Slipway.Admin'])
    forwardMs = minuteMs
    await syncAppRoles(app.context)
    expect(await priya()).toEqual([403])
    const browser = openBrowser(replicas[1]!)
    await browser.signIn(id('Priya'))
    expect((await browser.send('/work')).status).toBe(200)
    assign('Priya', [])
  })

  it('loses the role when the person leaves the group', async () => {
    const [group] = app.company.groups
    const { graph } = app.context.clients
    assignToGroup(app.simulator, group!.id, ['Slipway.Auditor'])
    await graph.addGroupMember(group!.id, id('Tomasz'))
    forwardMs = minuteMs
    await syncAppRoles(app.context)
    const auditor = await openOnAllReplicas('Tomasz', '/audit/events')
    expect(await auditor()).toEqual([200])
    await graph.removeGroupMember(group!.id, id('Tomasz'))
    forwardMs = 2 * minuteMs
    await syncAppRoles(app.context)
    expect(await auditor()).toEqual([403])
    assignToGroup(app.simulator, group!.id, [])
  })

  it('has the roles of the later read when two replicas read concurrently', async () => {
    assign('Niamh', [])
    forwardMs = 3 * minuteMs
    await syncAppRoles(app.context)
    assign('Niamh', ['Slipway.Admin'])
    forwardMs = 2 * minuteMs
    await syncAppRoles(app.context)
    expect((await app.db.selectFrom('people').select('roles').where('id', '=', id('Niamh')).executeTakeFirstOrThrow()).roles).toEqual([])
  })
})

it('requires a role in both the credential and the directory', async () => {
  assign('Niamh', ['Slipway.Admin', 'Slipway.Auditor'])
  await app.db
    .updateTable('people')
    .set({ roles: ['Slipway.Admin', 'Slipway.Auditor'] })
    .where('id', '=', id('Niamh'))
    .execute()
  const confirm = roleConfirmation(app.context)
  const niamh = { kind: 'person' as const, id: id('Niamh'), displayName: 'Niamh', email: null, credential: 'test' }
  for (const [admin, auditor] of [
    [true, false],
    [false, true],
    [true, true],
    [false, false],
  ] as const)
    expect(await confirm({ ...niamh, admin, auditor })).toMatchObject({ admin, auditor })
})

it('waits at most three seconds for a directory that doesn’t respond, however many calls arrive', async () => {
  await app.db.updateTable('directory_cursors').set({ updated_at: new Date() }).where('name', '=', 'appRoles').execute()
  forwardMs = 3 * minuteMs
  const graph = { ...app.context.clients.graph, listAppRoles: () => new Promise<never>(() => {}) }
  const confirm = roleConfirmation({ ...app.context, clients: { ...app.context.clients, graph } })
  const niamh = {
    kind: 'person' as const,
    id: id('Niamh'),
    displayName: 'Niamh',
    email: null,
    admin: true,
    auditor: false,
    credential: 'test',
  }
  const measureConfirmMs = async () => {
    const startTime = performance.now()
    await confirm(niamh)
    return performance.now() - startTime
  }
  const fullWaitMs = 2_900
  expect(await measureConfirmMs()).toBeGreaterThan(fullWaitMs)
  expect(await measureConfirmMs()).toBeLessThan(fullWaitMs)
})
