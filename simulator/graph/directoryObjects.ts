import type { SamplePerson } from '../../sample/shapes.ts'
import { slipwayClientId, slipwayServicePrincipalId } from '../core/constants.ts'
import { findPerson, listPeople } from '../core/directory.ts'
import type { Simulator } from '../core/simulator.ts'
import { type DirectoryGroup, findLiveGroup } from './groupDirectory.ts'
import type { Resource } from './resourceTypes.ts'
import { appRoles } from './roleAssignments.ts'

const userCreated = '2020-11-02T09:00:00Z'

export function userResource(person: SamplePerson): Resource {
  return {
    '@odata.type': '#microsoft.graph.user',
    id: person.id,
    accountEnabled: person.enabled,
    businessPhones: [],
    companyName: 'Northgate Retail',
    createdDateTime: userCreated,
    department: person.department,
    displayName: person.displayName,
    employeeId: person.employeeId,
    givenName: person.givenName,
    jobTitle: person.jobTitle,
    mail: person.email,
    mailNickname: person.email.split('@')[0],
    mobilePhone: null,
    officeLocation: person.officeLocation,
    preferredLanguage: 'en-GB',
    surname: person.surname,
    userPrincipalName: person.userPrincipalName,
    userType: 'Member',
  }
}

const groupResources = new WeakMap<DirectoryGroup, Resource>()

/** Resources are cached per group, because lists of thousands are filtered by them. */
export function groupResource(group: DirectoryGroup): Resource {
  let resource = groupResources.get(group)
  if (!resource) {
    resource = buildGroupResource(group)
    groupResources.set(group, resource)
  }
  return resource
}

function buildGroupResource(group: DirectoryGroup): Resource {
  return {
    '@odata.type': '#microsoft.graph.group',
    id: group.id,
    deletedDateTime: group.deletedDateTime,
    classification: null,
    createdDateTime: group.createdDateTime,
    creationOptions: [],
    description: group.description,
    displayName: group.displayName,
    expirationDateTime: null,
    groupTypes: [],
    isAssignableToRole: group.isAssignableToRole,
    mail: null,
    mailEnabled: false,
    mailNickname: group.mailNickname,
    membershipRule: null,
    membershipRuleProcessingState: null,
    onPremisesLastSyncDateTime: null,
    onPremisesSecurityIdentifier: null,
    onPremisesSyncEnabled: null,
    preferredDataLocation: null,
    proxyAddresses: [],
    renewedDateTime: group.createdDateTime,
    resourceBehaviorOptions: [],
    resourceProvisioningOptions: [],
    securityEnabled: true,
    securityIdentifier: securityIdentifier(group.id),
    theme: null,
    uniqueName: group.uniqueName ?? null,
    visibility: group.visibility,
    onPremisesProvisioningErrors: [],
    serviceProvisioningErrors: [],
  }
}

/** The S-1-12-1 form of an object ID has its four 32-bit words in little endian. */
function securityIdentifier(id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  const guid = Buffer.concat([
    bytes.subarray(0, 4).reverse(),
    bytes.subarray(4, 6).reverse(),
    bytes.subarray(6, 8).reverse(),
    bytes.subarray(8),
  ])
  return `S-1-12-1-${[0, 4, 8, 12].map((offset) => guid.readUInt32LE(offset)).join('-')}`
}

function servicePrincipalResource(): Resource {
  return {
    '@odata.type': '#microsoft.graph.servicePrincipal',
    id: slipwayServicePrincipalId,
    accountEnabled: true,
    appId: slipwayClientId,
    appRoles,
    displayName: 'Slipway',
    servicePrincipalType: 'Application',
  }
}

export function findDirectoryObject(sim: Simulator, id: string): Resource | undefined {
  const key = id.toLowerCase()
  if (key === slipwayServicePrincipalId) return servicePrincipalResource()
  const person = findPerson(sim, key)
  if (person) return userResource(person)
  const group = findLiveGroup(sim, key)
  return group && groupResource(group)
}

export function findUser(sim: Simulator, idOrName: string): SamplePerson | undefined {
  const key = idOrName.toLowerCase()
  return key.includes('@') ? listPeople(sim).find((person) => person.userPrincipalName.toLowerCase() === key) : findPerson(sim, key)
}

export function principalType(sim: Simulator, id: string): 'User' | 'Group' | 'ServicePrincipal' | undefined {
  if (id.toLowerCase() === slipwayServicePrincipalId) return 'ServicePrincipal'
  if (findPerson(sim, id)) return 'User'
  return findLiveGroup(sim, id) ? 'Group' : undefined
}
