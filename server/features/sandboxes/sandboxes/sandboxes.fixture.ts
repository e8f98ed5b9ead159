import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { previousAttempts } from '../../../../test/previousAttempts.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import type { Database, SandboxTerms } from '../../../db/tables.ts'

type Row = Insertable<Database['sandboxes']>

const terms: SandboxTerms = {
  templateName: 'Playground',
  allowedResourceTypes: [],
  maxBudget: 50_000,
  maxHours: 336,
  maxExtensions: 1,
  extensionHours: 72,
  maxMembers: 20,
  thresholds: [
    { percent: 80, action: 'notify' },
    { percent: 100, action: 'freeze' },
  ],
  reminderHours: [48, 24, 4],
  idleHours: null,
  approval: { mode: 'automatic' },
  groups: [{ suffix: 'owners', role: 'Owner' }],
}

export interface SandboxFixture extends Partial<Omit<Row, 'terms'>> {
  name: string
  owners: string[]
  members?: string[]
  terms?: Partial<SandboxTerms>
  hidden?: boolean
}

/** Creates a sandbox as if it had been requested. It has a template and, if it was ever active, a host. */
export async function makeSandbox(
  db: Db,
  { name, owners, members = [], hidden = false, ...sandboxFields }: SandboxFixture,
): Promise<string> {
  const [id, templateId, requestId] = [randomUUID(), sandboxFields.template_id ?? randomUUID(), randomUUID()]
  const requester = sandboxFields.requester_id ?? owners[0]!
  const tower = sandboxFields.tower_id ?? (await db.selectFrom('towers').select('id').orderBy('code').limit(1).executeTakeFirstOrThrow()).id
  const status = sandboxFields.status ?? 'active'
  const hasLived = status === 'active' || status === 'frozen' || status === 'deleting'
  const start = new Date(Date.now() - 86_400_000)
  await inTransaction(db, async (tx) => {
    if (previousAttempts() > 0) await releaseSandboxName(tx, name)
    if (!sandboxFields.template_id)
      await tx
        .insertInto('sandbox_templates')
        .values({
          id: templateId,
          name: `Playground ${templateId.slice(0, 8)}`,
          hosting: sandboxFields.hosting ?? 'resourceGroup',
          regions: ['uksouth'],
          max_budget: 50_000,
          default_budget: 5_000,
          max_hours: 336,
          default_hours: 168,
          idle_hours: null,
          thresholds: JSON.stringify(terms.thresholds),
          approval: JSON.stringify(terms.approval),
          groups: JSON.stringify(terms.groups),
          visibility: hidden ? 'hidden' : 'everyone',
        })
        .execute()
    const hostId = sandboxFields.host_id ?? (hasLived ? randomUUID() : null)
    if (hostId && !sandboxFields.host_id)
      await tx
        .insertInto('sandbox_hosts')
        .values({
          id: hostId,
          subscription_id: randomUUID(),
          name: `host-${hostId.slice(0, 8)}`,
          kind: 'shared',
          capacity: 10,
          cooldown_until: null,
        })
        .execute()
    const request = { template_id: templateId, requester_id: requester, tower_id: tower, sandbox_id: id, name }
    await tx
      .insertInto('sandbox_requests')
      .values({
        ...request,
        id: requestId,
        reference: `SBX-2026-${Number.parseInt(requestId.slice(0, 6), 16)}`,
        kind: 'new',
        details: JSON.stringify({ name, region: 'uksouth', hours: 168, budget: 5_000, ownerIds: owners, members: [] }),
        justification: 'To try something out before we buy it.',
        status: 'approved',
      })
      .execute()
    const lease = hasLived
      ? { lease_start: start, lease_end: new Date(start.getTime() + 168 * 3_600_000) }
      : { lease_start: null, lease_end: null }
    const emptyFields = {
      subscription_id: null,
      resource_group: null,
      spend_at: null,
      limit_reached_at: null,
      frozen_at: null,
      freeze_cause: null,
    }
    const deletion = {
      delete_requested_at: null,
      delete_requested_by: null,
      delete_cause: null,
      delete_at: null,
      removing_at: null,
      deleted_at: null,
    }
    const row: Row = {
      purpose: 'To try something out before we buy it.',
      region: 'uksouth',
      hosting: 'resourceGroup',
      lease_hours: 168,
      currency: 'GBP',
      budget_limit: 5_000,
      ...lease,
      ...emptyFields,
      ...deletion,
      ...sandboxFields,
      status,
      host_id: hostId,
      name,
      id,
      template_id: templateId,
      request_id: requestId,
      requester_id: requester,
      tower_id: tower,
      terms: JSON.stringify({ ...terms, ...sandboxFields.terms }),
    }
    await tx.insertInto('sandboxes').values(row).execute()
    await tx
      .insertInto('sandbox_owners')
      .values(owners.map((person_id, position) => ({ sandbox_id: id, person_id, position })))
      .execute()
    await createGroup(tx, id, name, members, status === 'deleted')
  })
  return id
}

async function releaseSandboxName(db: Db, name: string): Promise<void> {
  const earlierSandbox = await db.selectFrom('sandboxes').select('id').where('name', '=', name).where('status', '<>', 'deleted').execute()
  for (const { id } of earlierSandbox) {
    await db
      .updateTable('sandboxes')
      .set({ name: `earlier-${id.slice(0, 8)}` })
      .where('id', '=', id)
      .execute()
    await db.updateTable('access_groups').set({ name: sql`'earlier-' || id` }).where('sandbox_id', '=', id).execute()
  }
}

async function createGroup(tx: Db, sandboxId: string, name: string, members: string[], isDeleted: boolean): Promise<void> {
  const groupId = randomUUID()
  await tx
    .insertInto('access_groups')
    .values({
      id: groupId,
      account_id: null,
      sandbox_id: sandboxId,
      directory_group_id: randomUUID(),
      name: `sbx-${name}-owners`,
      roles: '[]',
      assignment: 'active',
      max_duration_hours: null,
      status: isDeleted ? 'deleted' : 'ready',
      created_by: null,
    })
    .execute()
  if (members.length === 0) return
  await tx
    .insertInto('group_assignments')
    .values(
      members.map((person_id) => ({
        id: randomUUID(),
        group_id: groupId,
        person_id,
        via: 'admin' as const,
        request_id: null,
        granted_by: null,
        reason: null,
        ends_at: null,
        duration_hours: null,
        remind_at: null,
        status: 'active' as const,
      })),
    )
    .execute()
}
