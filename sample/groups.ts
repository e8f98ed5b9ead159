import { isPrivileged } from '../server/auth/classifyRoleDefinitions.ts'
import { abilitiesOf } from '../server/features/access/groups/abilities.ts'
import { roleAbilities } from '../server/features/accounts/groups/roleLabels.ts'
import { builtInRoles } from '../simulator/arm/builtInRoles.ts'
import { onCallGroups } from './onCall.ts'
import { personaId } from './people.ts'
import { type SeededRandom, seededRandom } from './seededRandom.ts'
import type { SampleAccount, SampleGroup, SamplePerson, SampleTower } from './shapes.ts'
import { separatedPairs, specialGroups } from './specialGroups.ts'
import { stableId } from './stableId.ts'

interface Parts {
  people: readonly SamplePerson[]
  towers: readonly SampleTower[]
  accounts: readonly SampleAccount[]
}

export function buildGroups(parts: Parts): SampleGroup[] {
  const random = seededRandom('groups')
  return [
    ...companyGroups(parts),
    ...onCallGroups(parts),
    ...towerGroups(parts),
    ...accountGroups(parts, random),
    ...groupsOfSpecialWork(parts),
  ]
}

function group(displayName: string, mailNickname: string, description: string, ownerIds: string[], memberIds: string[]): SampleGroup {
  return { id: stableId(`group/${mailNickname}`), displayName, mailNickname, description, memberIds, ownerIds }
}

function companyGroups({ people }: Parts): SampleGroup[] {
  const withTitle = (pattern: RegExp) =>
    people.filter((person) => person.enabled && pattern.test(person.jobTitle)).map((person) => person.id)
  const platformHeads = withTitle(/^(Head|Deputy Head) of Cloud Platform Technology$/)
  const architects = withTitle(/^Solution Architect$/).slice(0, 5)
  const networkEngineers = people
    .filter((person) => person.enabled && !person.persona && person.department === 'Cloud Platform')
    .slice(4, 12)
  return [
    group(
      'Cloud Architecture Board',
      'cloud-architecture-board',
      'Decides on accounts with restricted data or corporate connectivity.',
      platformHeads,
      [personaId('boardMember'), ...architects],
    ),
    group('Slipway Administrators', 'slipway-administrators', 'People with the app role Slipway.Admin.', platformHeads, [
      personaId('admin'),
    ]),
    group('Slipway Auditors', 'slipway-auditors', 'People with the app role Slipway.Auditor.', platformHeads, [personaId('auditor')]),
    group('Network Engineering', 'network-engineering', 'Runs the network hubs, firewalls and circuits.', platformHeads, [
      personaId('productApprover'),
      ...networkEngineers.map((person) => person.id),
    ]),
    group(
      'Technology Leadership',
      'technology-leadership',
      'Heads of technology and their deputies.',
      platformHeads,
      withTitle(/^(Head|Deputy Head) of .* Technology$/),
    ),
    group(
      'FinOps Champions',
      'finops-champions',
      'Monitor the cloud costs of their families.',
      platformHeads,
      withTitle(/^Delivery Manager$/),
    ),
  ]
}

function towerGroups({ people, towers }: Parts): SampleGroup[] {
  const staff = Map.groupBy(people, (person) => person.department)
  return towers.map((tower) =>
    group(
      `${tower.name} Staff`,
      `staff-${tower.code.toLowerCase()}`,
      `Everyone who works in ${tower.name}.`,
      tower.leadIds,
      staff.get(tower.name)!.map((person) => person.id),
    ),
  )
}

/** The IDs of built-in roles are the same in every tenant. */
const roleIds: Record<string, string> = {
  Reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  Contributor: 'b24988ac-6180-42a0-ab88-20f7382dd24c',
  'Monitoring Contributor': '749f88d5-cbae-40b8-bcfc-e573ddc772fa',
  'Support Request Contributor': 'cfd33db0-3dd1-45e3-aa9d-cdbdf3b6f24e',
  'Storage Blob Data Contributor': 'ba92f5b4-2d11-453d-a403-e96b0029c9fe',
  'Key Vault Secrets User': '4633458b-17de-408a-b874-0445c86b69e6',
  'Key Vault Secrets Officer': 'b86a8fe4-44ce-4948-aee5-eccb2c155cd7',
  'Website Contributor': 'de139f84-1756-47ae-9be6-808fbbe84772',
  'Tag Contributor': '4a9ae827-6dc8-4573-8ac7-8239d42aa03f',
  'Virtual Machine Contributor': '9980e02c-c2be-4d73-94e8-173b1dc7cf3c',
  'SQL DB Contributor': '9b7fa17d-e63e-47b0-bb0a-15c516ac86ec',
  'Cost Management Reader': '72fafb9e-0641-4937-9268-a91bfd8191a3',
  AcrPush: '8311e382-0749-4cb8-b61a-304f252e45ec',
  'Azure Kubernetes Service Cluster User Role': '4abbcc35-e782-43d8-92c5-2d3f1bd2253f',
  'Network Contributor': '4d97b98b-1d4f-4787-a291-c67834d212e7',
  'Backup Contributor': '5e467623-bb1f-42f4-a55d-6e525e11384b',
}

const accessLevels = [
  { suffix: 'readers', title: 'Readers', roles: ['Reader'], what: 'View everything in', size: [3, 9], when: () => true },
  {
    suffix: 'contributors',
    title: 'Contributors',
    roles: ['Contributor'],
    what: 'Change everything except access in',
    size: [2, 6],
    when: (account: SampleAccount) => account.kind === 'cloud',
  },
  {
    suffix: 'support',
    title: 'Support',
    roles: ['Monitoring Contributor', 'Support Request Contributor'],
    what: 'Monitor and raise tickets for',
    size: [2, 6],
    when: (account: SampleAccount) => account.criticality === 'tier1',
  },
  {
    suffix: 'data',
    title: 'Data',
    roles: ['Storage Blob Data Contributor', 'Key Vault Secrets User'],
    what: 'Read and write data and read secrets in',
    size: [1, 4],
    when: (account: SampleAccount) => account.dataClassification === 'restricted' && account.kind === 'cloud',
  },
] as const

function accountGroups({ people, towers, accounts }: Parts, random: SeededRandom): SampleGroup[] {
  const towerNames = new Map(towers.map((tower) => [tower.id, tower.name]))
  const staff = Map.groupBy(
    people.filter((person) => person.enabled && !person.persona),
    (person) => person.department,
  )
  return accounts
    .filter((account) => account.status !== 'decommissioned')
    .flatMap((account) => {
      const colleagues = staff.get(towerNames.get(account.towerId)!)!
      return accessLevels
        .filter((level) => level.when(account))
        .map((level) => ({
          ...group(
            `${account.name} ${level.title}`,
            `az-${account.name}-${level.suffix}`,
            `${level.what} the account ${account.name}.`,
            account.ownerIds,
            random.sample(colleagues, random.int(level.size[0], level.size[1])).map((person) => person.id),
          ),
          accountId: account.id,
          roles: [...level.roles],
        }))
    })
}

function groupsOfSpecialWork({ people, towers, accounts }: Parts): SampleGroup[] {
  const random = seededRandom('groups of special work')
  const towerNames = new Map(towers.map((tower) => [tower.id, tower.name]))
  const staff = Map.groupBy(
    people.filter((person) => person.enabled && !person.persona),
    (person) => person.department,
  )
  return accounts
    .filter((account) => account.status !== 'decommissioned')
    .flatMap((account) =>
      specialGroups
        .filter((specialGroup) => specialGroup.when(account))
        .map(({ suffix, title, role, purpose }) => ({
          ...group(
            `${account.name} ${title}`,
            `az-${account.name}-${suffix}`,
            purpose,
            account.ownerIds,
            random.sample(staff.get(towerNames.get(account.towerId)!)!, random.int(1, 4)).map((person) => person.id),
          ),
          accountId: account.id,
          roles: [role],
        })),
    )
}

const specialBySuffix = new Map(specialGroups.map((each) => [each.suffix, each]))

const purposes: Record<string, string> = {
  readers: 'For everyone who works with the account.',
  contributors: 'For the team that builds and runs the system.',
  support: 'For the service desk and on-call engineers.',
  data: 'For people who work with the account’s data.',
}

/** Groups that can change customer data allow only time-limited access. */
const longestDuration: Record<string, number> = { contributors: 24 * 180, data: 24 * 90 }

export function accountGroupRows(groups: readonly SampleGroup[], subscriptionOf: (accountId: string) => string) {
  return groups.flatMap(({ id, accountId, mailNickname, roles = [] }) => {
    if (accountId === undefined) return []
    const suffix = mailNickname.slice(mailNickname.lastIndexOf('-') + 1)
    const scope = `/subscriptions/${subscriptionOf(accountId)}`
    return {
      id: stableId(`access-group/${mailNickname}`),
      account_id: accountId,
      directory_group_id: id,
      name: mailNickname,
      description: specialBySuffix.get(suffix)?.purpose ?? purposes[suffix] ?? '',
      roles: roles.map((roleName) => ({ roleDefinitionId: roleIds[roleName], roleName, scope })),
      assignment: 'active',
      requestable: !specialBySuffix.get(suffix)?.closed,
      max_duration_hours: specialBySuffix.get(suffix)?.maxDurationHours ?? longestDuration[suffix] ?? null,
      status: 'ready',
    }
  })
}

export function groupConflictRows(groups: readonly SampleGroup[]) {
  const names = new Set(groups.map(({ mailNickname }) => mailNickname))
  return groups
    .filter(({ mailNickname }) => mailNickname.endsWith('-approvers'))
    .flatMap(({ mailNickname }) =>
      separatedPairs.flatMap(({ suffixes, reason }) => {
        const pair = suffixes.map((suffix) => mailNickname.replace(/approvers$/, suffix))
        if (!pair.every((name) => names.has(name))) return []
        const [group_id, other_id] = pair.map((name) => stableId(`access-group/${name}`)).sort()
        return { group_id, other_id, reason, created_at: '2024-01-08T09:00:00Z' }
      }),
    )
}

export function roleAbilityRows(groups: ReturnType<typeof accountGroupRows>) {
  const rolesInUse = new Map(groups.flatMap(({ roles }) => roles.map((role) => [role.roleDefinitionId, role])))
  return builtInRoles.flatMap(({ id, name, description, ...permissions }) => {
    const role = rolesInUse.get(id)
    if (!role) return []
    const definition = { properties: { roleName: name, permissions: [permissions] } }
    const { ids, breadth } = abilitiesOf(definition)
    const privileged = isPrivileged([permissions])
    return {
      role_definition_id: id,
      role_name: name,
      scope: role.scope,
      abilities: ids,
      allowed_actions: roleAbilities(definition),
      breadth,
      privileged,
    }
  })
}
