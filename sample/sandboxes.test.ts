import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSampleSandboxes } from '../simulator/sampleSandboxes.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { company } from './company.ts'
import { sampleSandboxes } from './sandboxes.ts'
import { sandboxPlans } from './sandboxPlans.ts'
import { sandboxTemplates } from './sandboxTemplates.ts'
import { seed } from './seed.ts'

const northgate = company()
const now = new Date('2026-03-10T12:00:00Z')

describe('the sandboxes of the sample retailer', () => {
  const sandboxes = sampleSandboxes(northgate, now)

  it('includes the same people and scopes in every run', () => {
    const countUnchanged = (allSandboxes: typeof sandboxes) =>
      allSandboxes.map(({ id, ownerIds, memberIds, region, host, groups }) => ({ id, ownerIds, memberIds, region, host, groups }))
    expect(countUnchanged(sampleSandboxes(northgate, new Date('2027-01-01T00:00:00Z')))).toEqual(countUnchanged(sandboxes))
  })

  it('gives each sandbox owners of its department and a configuration that its template allows', () => {
    const enabled = new Set(northgate.people.filter((person) => person.enabled).map((person) => person.id))
    for (const { plan, template, ownerIds, memberIds, budget } of sandboxes) {
      expect(
        [...ownerIds, ...memberIds].every((id) => enabled.has(id)),
        plan.name,
      ).toBe(true)
      expect(new Set([...ownerIds, ...memberIds]).size, plan.name).toBe(ownerIds.length + memberIds.length)
      expect(memberIds.length, plan.name).toBeLessThanOrEqual(template.max_members)
      expect(budget, plan.name).toBeLessThanOrEqual(template.max_budget)
      expect(plan.hours, plan.name).toBeLessThanOrEqual(template.max_hours + template.max_extensions * template.extension_hours)
    }
  })

  it('includes every status, one sandbox near its budget limit, and a full pool', () => {
    expect([...new Set(sandboxPlans.map(({ status }) => status))].sort()).toEqual(
      ['active', 'deleted', 'deleting', 'failed', 'frozen', 'quarantined', 'queued'].sort(),
    )
    const nearLimitSandbox = sandboxes.find(({ plan }) => plan.name === 'till-vision-poc')!
    expect(nearLimitSandbox.spent / nearLimitSandbox.budget).toBeGreaterThan(0.85)
    expect(nearLimitSandbox.spent).toBeLessThan(nearLimitSandbox.budget)
    const pool = sandboxes.filter(({ template, isDeployed }) => template === sandboxTemplates.clean && isDeployed)
    expect(new Set(pool.map(({ host }) => host!.id)).size).toBe(6)
    expect(pool).toHaveLength(6)
  })
})

describe('the seed with sandboxes', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ runJobs: false })
    addSampleSandboxes(app.simulator)
    const fill = () => seed(app.databaseUrl, { issuer: app.config.oidc.issuer, company: app.company, demonstration: true })
    await fill()
    await fill()
  })
  afterAll(() => app.close())

  it('shows Priya her sandboxes, sorted by end date', async () => {
    const { body } = await app.as(app.persona('Priya').id).get('/sandboxes/mySandboxes')
    const ownedNames = body.filter(({ mine }: { mine: string }) => mine === 'owner').map(({ name }: { name: string }) => name)
    expect(ownedNames).toEqual(['till-vision-poc', 'checkout-latency', 'payments-sandbox'])
    expect(body.find(({ name }: { name: string }) => name === 'payments-sandbox').queue).toMatchObject({ position: 2 })
  })

  it('has a decision for each request: by the template’s rule, or a vote of an approver before the sandbox was set up', async () => {
    const rows = await app.db
      .selectFrom('sandbox_requests as r')
      .innerJoin('sandboxes as s', 's.request_id', 'r.id')
      .leftJoin('approvals as a', (join) => join.onRef('a.subject_id', '=', 'r.id').on('a.subject_kind', '=', 'sandboxRequest'))
      .leftJoin('approval_decisions as d', 'd.approval_id', 'a.id')
      .select(['r.name', 'r.automatic', 'r.decision_reasons', 'r.submitted_at', 's.terms', 's.created_at', 's.lease_start'])
      .select(['a.status', 'a.automatic as reason', 'a.opened_at', 'a.closed_at', 'd.decision', 'd.decided_at'])
      .execute()
    expect(rows).toHaveLength(sandboxPlans.length)
    for (const row of rows) {
      expect(row, row.name).toMatchObject({ status: 'approved', opened_at: row.submitted_at, closed_at: row.created_at })
      expect(row.reason, row.name).toBe(row.automatic ? row.decision_reasons.join(' ') : null)
      expect([row.decision, row.decided_at], row.name).toEqual(row.automatic ? [null, null] : ['approve', row.closed_at])
      if (row.terms.approval.mode === 'required') expect(row.automatic, row.name).toBe(false)
      if (row.lease_start) expect(row.lease_start > row.closed_at!, row.name).toBe(true)
    }
    expect(new Set(rows.map(({ automatic }) => automatic)).size).toBe(2)
  })

  it('matches the simulated cloud: each resource exists, and each member is in the directory group', async () => {
    const rows = await app.db.selectFrom('sandboxes').selectAll().where('name', 'in', ['till-vision-poc', 'warehouse-twin']).execute()
    for (const { name, subscription_id, resource_group, frozen_state } of rows) {
      const resources = await app.context.clients.arm.listResources(subscription_id!, { group: resource_group! })
      const ids = resources.map(({ id }) => id)
      expect(ids.length, name).toBeGreaterThan(4)
      for (const stoppedId of frozen_state.stopped) expect(ids, name).toContain(stoppedId)
    }
    const [group] = await app.db
      .selectFrom('access_groups')
      .select(['id', 'directory_group_id'])
      .where('name', '=', 'sbx-checkout-latency-members')
      .execute()
    const directoryMembers = await app.context.clients.graph.listGroupMembers(group!.directory_group_id!)
    const assignmentRows = await app.db.selectFrom('group_assignments').select('person_id').where('group_id', '=', group!.id).execute()
    expect(directoryMembers.map(({ id }) => id).sort()).toEqual(assignmentRows.map(({ person_id }) => person_id).sort())
  })
})
