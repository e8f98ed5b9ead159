import { seededRandom } from '../../sample/seededRandom.ts'
import type { Company, SampleAccount } from '../../sample/shapes.ts'
import { stableId } from '../../sample/stableId.ts'
import type { SnowRecord } from './tables.ts'

export function sysId(uuid: string): string {
  return uuid.replaceAll('-', '')
}

export const groupOfFamily = (familyId: string) => sysId(stableId(`assignment group/${familyId}`))

const cache = new WeakMap<Company, Map<string, Map<string, SnowRecord>>>()

export function companyRecords(company: Company): Map<string, Map<string, SnowRecord>> {
  let records = cache.get(company)
  if (!records) {
    const rows = [
      ...users(company),
      ...assignmentGroups(company),
      ...configurationItems(company),
      ...services(company),
      ...incidents(company),
    ]
    records = new Map(
      [...Map.groupBy(rows, (row) => row.sys_class_name)].map(([name, group]) => [name, new Map(group.map((row) => [row.sys_id, row]))]),
    )
    cache.set(company, records)
  }
  return records
}

export function system(className: string, id: string, created: string): SnowRecord {
  return {
    sys_id: id,
    sys_class_name: className,
    sys_created_on: created,
    sys_created_by: 'system',
    sys_updated_on: created,
    sys_updated_by: 'system',
    sys_mod_count: '0',
  }
}

const foundedAt = '2020-11-02 09:00:00'

function users(company: Company): SnowRecord[] {
  return company.people.map((person) => ({
    ...system('sys_user', sysId(person.id), foundedAt),
    name: person.displayName,
    first_name: person.givenName,
    last_name: person.surname,
    email: person.email,
    employee_number: person.employeeId,
    user_name: person.email.split('@')[0]!,
    title: person.jobTitle,
    active: String(person.enabled),
  }))
}

export const groupByName = (name: string) => sysId(stableId(`assignment group/${name}`))

const sharedGroups: Record<string, string> = {
  'Service Desk': 'First contact for every call, day and night.',
  'Major Incident Management': 'Coordinates major incidents, day and night.',
  'Cloud Operations': 'Landing zones and shared services, day and night.',
  'Cyber Security Operations': 'Detects and responds to attacks, day and night.',
  'Database Services': 'SQL and NoSQL databases: performance, backup and restore.',
  'Field Engineering': 'Engineers who visit stores and depots.',
  'Identity and Access': 'Sign-in, directory groups and privileged roles.',
  'Network Operations': 'Networks of stores, depots and offices, and their connection to the cloud.',
  'Payments Operations': 'Card payments in stores and online, day and night.',
  'Store Technology': 'Tills, self-checkouts, handhelds and the servers in stores.',
}

function assignmentGroups(company: Company): SnowRecord[] {
  const group = (id: string, name: string, description: string, manager: string, active = 'true'): SnowRecord => ({
    ...system('sys_user_group', id, foundedAt),
    name,
    description,
    manager,
    active,
    email: `${name.toLowerCase().replace(/[^a-z]+/g, '-')}@${company.domain}`,
    type: 'assignment',
  })
  return [
    ...company.families.map((family) =>
      group(groupOfFamily(family.id), `${family.name} Support`, family.description, sysId(family.ownerIds[0]!)),
    ),
    ...Object.entries(sharedGroups).map(([name, description]) => group(groupByName(name), name, description, '')),
    group(groupByName('Data Centre Hosting'), 'Data Centre Hosting', 'Closed with the last data centre.', '', 'false'),
  ]
}

function configurationItems(company: Company): SnowRecord[] {
  return company.accounts.map((account) => {
    const isRetired = account.status === 'decommissioned'
    return {
      ...system('cmdb_ci_cloud_service_account', configurationItemId(account), account.createdAt.slice(0, 19).replace('T', ' ')),
      name: account.name,
      short_description: account.description,
      account_id: account.subscriptionId,
      object_id: account.subscriptionId,
      correlation_id: account.id,
      datacenter_type: 'cmdb_ci_azure_datacenter',
      is_master_account: 'false',
      environment: account.environment,
      cost_center: account.costCentre,
      operational_status: isRetired ? '6' : '1',
      install_status: isRetired ? '7' : '1',
      owned_by: sysId(account.ownerIds[0]!),
      managed_by: sysId(account.ownerIds[1]!),
      support_group: groupOfFamily(account.familyId),
      assignment_group: groupOfFamily(account.familyId),
      discovery_source: 'Slipway',
    }
  })
}

export function configurationItemId(account: SampleAccount): string {
  return sysId(stableId(`configuration item/${account.id}`))
}

export const serviceId = (familyId: string) => sysId(stableId(`service/${familyId}`))

function services(company: Company): SnowRecord[] {
  return company.families.map((family) => ({
    ...system('cmdb_ci_service', serviceId(family.id), foundedAt),
    name: `${family.name} (service)`,
    short_description: family.description,
    correlation_id: family.id,
    operational_status: '1',
    install_status: '1',
    owned_by: sysId(family.ownerIds[0]!),
    support_group: groupOfFamily(family.id),
    assignment_group: groupOfFamily(family.id),
  }))
}

const failures = [
  'Deployment fails with quota exceeded',
  'High latency from stores to the service',
  'Certificate expires in seven days',
  'Backup job failed twice in a row',
  'Alert: disk nearly full',
  'Private endpoint does not resolve',
  'Unexpected cost increase since Monday',
  'Queue length keeps growing',
]

function incidents(company: Company): SnowRecord[] {
  const random = seededRandom('incidents')
  const accountsWithIncidents = random.sample(
    company.accounts.filter((account) => account.status === 'active'),
    120,
  )
  return accountsWithIncidents.map((account, i) => {
    const [impact, urgency] = [random.int(1, 3), random.int(1, 3)]
    const open = random.chance(0.4)
    const openedAt = `2026-${String(random.int(6, 10)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')} 08:${String(random.int(10, 59))}:00`
    return {
      ...system('incident', sysId(stableId(`incident/${i}`)), openedAt),
      number: `INC${String(10001 + i).padStart(7, '0')}`,
      active: String(open),
      short_description: `${random.pick(failures)} (${account.name})`,
      description: `Seen on ${account.name} in ${account.region}.`,
      cmdb_ci: configurationItemId(account),
      assignment_group: groupOfFamily(account.familyId),
      caller_id: sysId(random.pick(account.ownerIds)),
      opened_by: sysId(random.pick(account.ownerIds)),
      opened_at: openedAt,
      impact: String(impact),
      urgency: String(urgency),
      priority: String(impact + urgency - 1),
      state: open ? random.pick(['1', '2', '3']) : '7',
      category: 'cloud',
      ...(open ? {} : { close_code: 'Solution provided', close_notes: 'Fixed and monitored for a day.', closed_at: openedAt }),
    }
  })
}
