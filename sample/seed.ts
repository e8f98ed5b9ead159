import pg from 'pg'
import { addressRanges } from './addressRanges.ts'
import { company as northgate, tenantId } from './company.ts'
import { decommissions } from './decommissions.ts'
import { fillDemonstration } from './demonstration.ts'
import { storeRanges } from './edgeStores.ts'
import { accountGroupRows, groupConflictRows, roleAbilityRows } from './groups.ts'
import { insert } from './insert.ts'
import { insertApprovals } from './insertApprovals.ts'
import { emergencyProfiles, onCallGroupNames } from './onCall.ts'
import { pastRequests } from './pastRequests.ts'
import { policies } from './policies.ts'
import { serviceInputs } from './serviceInputs.ts'
import type { Company } from './shapes.ts'

const links = (rows: { id: string }[], column: string, people: (row: never) => string[]) =>
  rows.flatMap((row) => people(row as never).map((person_id, position) => ({ [column]: row.id, person_id, position })))

/** Members of this group own accounts that would otherwise have no owner. */
const fallbackOwners = 'Slipway Administrators'

function accessGroups(company: Company) {
  const accounts = new Map(company.accounts.map((account) => [account.id, account]))
  return accountGroupRows(company.groups, (id) => accounts.get(id)!.subscriptionId).map((row) => ({
    ...row,
    version: 1,
    created_at: '2024-01-08T09:00:00Z',
    updated_at: '2024-01-08T09:00:00Z',
  }))
}

/**
 * Adds the sample retailer to an empty database; does nothing if accounts exist.
 * @param issuer the issuer of the people's tokens: the simulator's, so that they can sign in
 * @param demonstration adds sandboxes of every status, deployments, rollouts of stores and alerts
 */
export async function seed(databaseUrl: string, options: { issuer: string; company?: Company; demonstration?: boolean }): Promise<void> {
  const company = options.company ?? northgate()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(7261525)')
    const existingRows = await client.query('select 1 from towers limit 1')
    if (existingRows.rowCount === 0) await fill(client, company, options.issuer)
    if (options.demonstration) await fillDemonstration(client, company)
    // A simulator on other ports is another issuer with the same people.
    await client.query('update people set issuer = $1 where tenant_id = $2 and issuer <> $1', [options.issuer, tenantId])
    await client.query('commit')
  } finally {
    await client.end()
  }
  // The import loads a large part of the server, so it happens only when needed.
  if (options.demonstration) await (await import('./recordRequestFacts.ts')).recordRequestFacts(databaseUrl)
}

async function fill(client: pg.Client, company: Company, issuer: string): Promise<void> {
  await insert(
    client,
    'people',
    company.people.map((person) => ({
      id: person.id,
      issuer,
      tenant_id: tenantId,
      display_name: person.displayName,
      email: person.email,
      user_principal_name: person.userPrincipalName,
      department: person.department,
      job_title: person.jobTitle,
      manager_id: person.managerId,
      employee_id: person.employeeId,
      roles: person.appRoles,
      active: person.enabled,
      directory_checked_at: '2024-01-08T09:00:00Z',
      created_at: '2024-01-08T09:00:00Z',
      updated_at: '2024-01-08T09:00:00Z',
    })),
  )
  const stamps = { version: 1, created_at: '2024-01-08T09:00:00Z', updated_at: '2024-01-08T09:00:00Z' }
  await insert(
    client,
    'towers',
    company.towers.map(({ id, name, code, description, costCentre }) => ({
      id,
      name,
      code,
      description,
      cost_centre: costCentre,
      ...stamps,
    })),
  )
  await insert(
    client,
    'tower_leads',
    links(company.towers, 'tower_id', (tower: Company['towers'][number]) => tower.leadIds),
  )
  await insert(
    client,
    'families',
    company.families.map(({ id, name, towerId, description }) => ({ id, name, tower_id: towerId, description, ...stamps })),
  )
  await insert(
    client,
    'family_owners',
    links(company.families, 'family_id', (family: Company['families'][number]) => family.ownerIds),
  )
  await insert(
    client,
    'catalogue_items',
    company.catalogue.map((item) => ({
      id: item.id,
      name: item.name,
      version: item.version,
      category: item.category,
      description: item.description,
      inputs: item.inputs,
      monthly_estimate: item.monthlyEstimate,
      documentation_url: item.documentationUrl,
      enabled: item.enabled,
      created_at: stamps.created_at,
      updated_at: stamps.updated_at,
    })),
  )
  await insert(
    client,
    'catalogue_item_approvers',
    company.catalogue.flatMap((item) => item.approverIds.map((person_id) => ({ item_id: item.id, person_id }))),
  )
  const knownNames = ['Cloud Architecture Board', fallbackOwners, ...onCallGroupNames]
  const approverGroups = company.groups.filter((group) => knownNames.includes(group.displayName))
  await insert(
    client,
    'directory_groups',
    approverGroups.map((group) => ({
      id: group.id,
      display_name: group.displayName,
      checked_at: stamps.updated_at,
      fallback_owners: group.displayName === fallbackOwners,
    })),
  )
  await insert(
    client,
    'directory_group_members',
    approverGroups.flatMap((group) => group.memberIds.map((person_id) => ({ group_id: group.id, person_id }))),
  )
  await insert(client, 'approval_policies', policies(company))
  const history = pastRequests(company)
  await insert(
    client,
    'accounts',
    company.accounts.map((account) => ({
      id: account.id,
      name: account.name,
      description: account.description,
      kind: account.kind,
      environment: account.environment,
      workload: account.workload,
      status: account.status,
      subscription_id: account.subscriptionId,
      management_group_id: account.managementGroupId,
      tower_id: account.towerId,
      family_id: account.familyId,
      cost_centre: account.costCentre,
      data_classification: account.dataClassification,
      criticality: account.criticality,
      region: account.region,
      network: account.network,
      budget: account.budget,
      catalogue_item_ids: account.catalogueItemIds,
      tags: account.tags,
      store_numbers: account.storeNumbers,
      request_id: history.requestOf(account.id),
      version: 1,
      created_at: account.createdAt,
      updated_at: account.createdAt,
    })),
  )
  await insert(
    client,
    'account_owners',
    links(company.accounts, 'account_id', (account: Company['accounts'][number]) => account.ownerIds),
  )
  await insert(client, 'account_catalogue_items', serviceInputs(company.accounts, company.catalogue))
  await insert(client, 'address_ranges', [...addressRanges(), ...storeRanges()])
  const groups = accessGroups(company)
  await insert(client, 'role_abilities', roleAbilityRows(groups))
  await insert(client, 'access_groups', groups)
  await insert(client, 'access_group_conflicts', groupConflictRows(company.groups))
  await insert(client, 'emergency_profiles', emergencyProfiles(company))
  await insert(client, 'account_requests', history.requests)
  await insertApprovals(client, history)
  await client.query(`select setval('account_request_number', $1)`, [history.requests.length])
  const decommissionRows = decommissions(company, new Date())
  await insert(client, 'account_updates', decommissionRows.updates)
  await insert(client, 'account_decommissions', decommissionRows.records)
  await client.query(`select setval('account_update_number', $1)`, [decommissionRows.updates.length])
  await client.query('analyze')
}
