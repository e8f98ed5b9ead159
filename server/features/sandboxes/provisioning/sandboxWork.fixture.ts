import { randomUUID } from 'node:crypto'
import { sandboxHosts } from '../../../../sample/sandboxHosts.ts'
import type { TestApp } from '../../../../test/app.ts'
import { withClient } from '../../../../test/postgresServer.ts'
import { previousAttempts } from '../../../../test/previousAttempts.ts'
import { until } from '../../../../test/until.ts'
import { inTransaction } from '../../../db/database.ts'
import type { SandboxHosting, SandboxStatus } from '../../../db/tables.ts'
import { createSandbox } from '../requests/createSandbox.ts'
import { fetchRolesWithin } from './freeze/stopCompute.ts'
import { loadHostedSandbox } from './hostedSandbox.ts'

type SandboxWorld = Pick<TestApp, 'db'> & { context: Pick<TestApp['context'], 'clients'> }
type ServiceContext = Pick<TestApp, 'db' | 'context' | 'company' | 'persona' | 'databaseUrl' | 'jobs' | 'simulator'>

/** Removes the sample company’s sandboxes, which would use capacity and change when the clock moves. */
export async function deleteSandboxRows(databaseUrl: string): Promise<void> {
  const sandboxCondition = 'sandbox_id is not null'
  await withClient(databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(`delete from group_assignments where group_id in (select id from access_groups where ${sandboxCondition})`)
    for (const table of ['access_requests', 'access_groups', 'approvals'])
      await client.query(`delete from ${table} where ${sandboxCondition}`)
    for (const tableName of ['events', 'actions', 'owners', 'requests', 'hosts', 'templates'])
      await client.query(`delete from sandbox_${tableName}`)
    await client.query('delete from sandboxes')
    await client.query('commit')
  })
}

export async function addCapacity(app: SandboxWorld, { shared = 0, pool = 0 }: { shared?: number; pool?: number }): Promise<void> {
  const { arm } = app.context.clients
  const empty = []
  for (const host of sandboxHosts.filter(({ kind }) => kind === 'pool'))
    if (empty.length < pool && (await arm.listResourceGroups(host.subscriptionId)).length === 0) empty.push(host)
  const [sharedHost] = sandboxHosts.filter(({ kind }) => kind === 'shared')
  const rows = [...(shared > 0 ? [{ ...sharedHost!, capacity: shared }] : []), ...empty.map((host) => ({ ...host, capacity: 1 }))]
  for (const { subscriptionId, name, kind, capacity } of rows)
    await app.db
      .insertInto('sandbox_hosts')
      .values({ id: randomUUID(), subscription_id: subscriptionId, name, kind, capacity, cooldown_until: null })
      .execute()
}

async function templateFor(app: ServiceContext, hosting: SandboxHosting): Promise<string> {
  const name = `Lab ${hosting}`
  const existingTemplate = await app.db.selectFrom('sandbox_templates').select('id').where('name', '=', name).executeTakeFirst()
  if (existingTemplate) return existingTemplate.id
  const id = randomUUID()
  await app.db
    .insertInto('sandbox_templates')
    .values({
      id,
      name,
      hosting,
      regions: ['uksouth'],
      allowed_resource_types: ['Microsoft.Web/sites', 'Microsoft.Compute/virtualMachines'],
      max_budget: 50_000,
      default_budget: 5_000,
      max_hours: 336,
      default_hours: 72,
      idle_hours: null,
      thresholds: JSON.stringify([
        { percent: 80, action: 'notify' },
        { percent: 100, action: 'freeze' },
      ]),
      approval: JSON.stringify({ mode: 'automatic' }),
      groups: JSON.stringify([
        { suffix: 'owners', role: 'Owner' },
        { suffix: 'readers', role: 'Reader' },
      ]),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

export interface SandboxSpec {
  name: string
  hosting?: SandboxHosting
  hours?: number
  members?: { personId: string; group: string }[]
  ownerIds?: string[]
}

export async function requestFor(app: ServiceContext, sandboxSpec: SandboxSpec): Promise<string> {
  const name = previousAttempts() === 0 ? sandboxSpec.name : `${sandboxSpec.name}-${previousAttempts() + 1}`
  const { hosting = 'resourceGroup', hours = 72, members = [], ownerIds = [app.persona('Priya').id] } = sandboxSpec
  const template_id = await templateFor(app, hosting)
  const tower = await app.db.selectFrom('towers').select('id').orderBy('code').limit(1).executeTakeFirstOrThrow()
  const request = {
    id: randomUUID(),
    planned_sandbox_id: randomUUID(),
    reference: `SBX-T-${randomUUID().slice(0, 8)}`,
    template_id,
    requester_id: ownerIds[0]!,
    tower_id: tower.id,
    name,
    justification: 'To try something out before we buy it.',
  }
  const details = { name, region: 'uksouth', hours, budget: 5_000, ownerIds, members }
  return inTransaction(app.db, async (tx) => {
    await tx
      .insertInto('sandbox_requests')
      .values({ ...request, kind: 'new', sandbox_id: null, details: JSON.stringify(details), status: 'pending_approval' })
      .execute()
    return createSandbox({ db: tx, jobs: app.jobs }, { ...request, details }, app.context.now())
  })
}

export async function statusOf({ db }: Pick<TestApp, 'db'>, id: string): Promise<SandboxStatus> {
  return (await db.selectFrom('sandboxes').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
}

export async function waitForStatus(app: Pick<TestApp, 'db'>, id: string, status: SandboxStatus): Promise<void> {
  await until(async () => (await statusOf(app, id)) === status).catch(async () => {
    throw new Error(`the sandbox is ${await statusOf(app, id)}, not ${status}: ${await listFailures(app, id)}`)
  })
}

export async function waitUntilResolved({ db }: Pick<TestApp, 'db'>, id: string): Promise<void> {
  const openAction = db.selectFrom('sandbox_actions').select('id').where('sandbox_id', '=', id).where('status', '=', 'open')
  await until(async () => (await openAction.execute()).length === 0).catch(async () => {
    throw new Error(`work on it goes on: ${await listFailures({ db }, id)}`)
  })
}

export async function listFailures({ db }: Pick<TestApp, 'db'>, id: string): Promise<string> {
  const steps = await db
    .selectFrom('sandbox_actions as a')
    .innerJoin('work_runs as r', 'r.subject_id', 'a.id')
    .innerJoin('work_steps as s', 's.run_id', 'r.id')
    .select(['a.kind', 'a.status as action', 's.name', 's.status', 's.error', 's.note'])
    .where('a.sandbox_id', '=', id)
    .where('s.status', '<>', 'succeeded')
    .orderBy('a.created_at')
    .orderBy('s.position')
    .execute()
  return JSON.stringify(steps)
}

export async function readOutcome(app: SandboxWorld, id: string) {
  const { db, context } = app
  const { arm, graph } = context.clients
  const hostedSandbox = await loadHostedSandbox(db, id)
  const groups = await db
    .selectFrom('access_groups')
    .select(['name', 'status', 'directory_group_id'])
    .where('sandbox_id', '=', id)
    .orderBy('name')
    .execute()
  const resourceGroup = await arm.getResourceGroup(hostedSandbox.subscriptionId, hostedSandbox.resource_group ?? '-')
  const runs = await db
    .selectFrom('sandbox_actions as a')
    .innerJoin('work_runs as r', 'r.subject_id', 'a.id')
    .select(['a.kind', 'a.status', 'r.status as run'])
    .where('a.sandbox_id', '=', id)
    .orderBy('a.created_at')
    .execute()
  const events = await db.selectFrom('sandbox_events').select('kind').where('sandbox_id', '=', id).orderBy('at').orderBy('number').execute()
  const notifications = await db.selectFrom('notifications').select(['person_id', 'kind']).where('subject_id', '=', id).execute()
  const byRecipient = Map.groupBy(notifications, ({ person_id, kind }) => `${person_id} ${kind}`)
  return {
    status: hostedSandbox.status,
    place: resourceGroup !== undefined,
    rights: resourceGroup ? (await fetchRolesWithin(context.clients, hostedSandbox.scope)).length : 0,
    groups: await Promise.all(
      groups.map(async ({ name, status, directory_group_id: directory }) => ({
        name,
        status,
        there: directory !== null && (await graph.getGroup(directory)) !== undefined,
      })),
    ),
    runs: runs.map(({ kind, status, run }) => `${kind} ${status} ${run}`),
    events: events.map(({ kind }) => kind),
    notifiedTwice: [...byRecipient].filter(([, notified]) => notified.length > 1).map(([personaName]) => personaName),
  }
}
