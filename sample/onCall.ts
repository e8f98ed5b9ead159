import { personaId } from './people.ts'
import type { Company, SampleGroup, SamplePerson, SampleTower } from './shapes.ts'
import { stableId } from './stableId.ts'

const commerce = 'Commerce On Call'
const platform = 'Cloud Platform On Call'

/** On-call groups hold no role at any account until an emergency. */
export function onCallGroups({ people, towers }: { people: readonly SamplePerson[]; towers: readonly SampleTower[] }): SampleGroup[] {
  const engineers = (department: string) =>
    people.filter((person) => person.enabled && !person.persona && person.department === department && /Engineer/.test(person.jobTitle))
  const group = (displayName: string, department: string, memberIds: string[]): SampleGroup => ({
    id: stableId(`group/${displayName}`),
    displayName,
    mailNickname: displayName.toLowerCase().replaceAll(' ', '-'),
    description: `On call for ${department}, day and night.`,
    ownerIds: towers.find((tower) => tower.name === department)?.leadIds ?? [],
    memberIds,
  })
  const pickSome = (department: string) =>
    engineers(department)
      .slice(0, 5)
      .map((person) => person.id)
  return [
    group(commerce, 'Commerce', [personaId('requester'), ...pickSome('Commerce')]),
    group(platform, 'Cloud Platform', [personaId('productApprover'), ...pickSome('Cloud Platform')]),
  ]
}

export const onCallGroupNames = [commerce, platform]

export function emergencyProfiles(company: Company) {
  const groupOf = (name: string) => company.groups.find((each) => each.displayName === name)!.id
  const profile = (name: string, group: string, remaining: Record<string, unknown>) => ({
    id: stableId(`emergency profile/${name}`),
    name,
    directory_group_id: groupOf(group),
    enabled: true,
    version: 1,
    created_at: '2024-01-08T09:00:00Z',
    updated_at: '2024-01-08T09:00:00Z',
    account_id: null,
    tower_id: null,
    environment: null,
    ...remaining,
  })
  return [
    profile('Commerce on call', commerce, {
      description: 'For incidents in Commerce when no approver is available.',
      role_definition_id: 'b24988ac-6180-42a0-ab88-20f7382dd24c',
      role_name: 'Contributor',
      scope: 'tower',
      tower_id: company.towers.find((tower) => tower.name === 'Commerce')!.id,
      max_minutes: 120,
    }),
    profile('Network, all of production', platform, {
      description: 'For network incidents in production: firewalls, peerings and circuits.',
      role_definition_id: '4d97b98b-1d4f-4787-a291-c67834d212e7',
      role_name: 'Network Contributor',
      scope: 'environment',
      environment: 'production',
      max_minutes: 60,
    }),
  ]
}
