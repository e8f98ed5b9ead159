export type Resource = Record<string, unknown> & { id: string }

export interface ResourceType {
  name: 'user' | 'group' | 'servicePrincipal' | 'appRoleAssignment' | 'directoryObject'
  title: string
  properties: readonly string[]
  defaults: readonly string[]
  filterable: readonly string[]
  searchable: readonly string[]
}

const userDefaults = [
  'businessPhones',
  'displayName',
  'givenName',
  'jobTitle',
  'mail',
  'mobilePhone',
  'officeLocation',
  'preferredLanguage',
  'surname',
  'userPrincipalName',
  'id',
]

export const userType: ResourceType = {
  name: 'user',
  title: 'User',
  properties: [...userDefaults, 'accountEnabled', 'companyName', 'createdDateTime', 'department', 'employeeId', 'mailNickname', 'userType'],
  defaults: userDefaults,
  filterable: [
    'accountEnabled',
    'department',
    'displayName',
    'employeeId',
    'givenName',
    'id',
    'jobTitle',
    'mail',
    'mailNickname',
    'surname',
    'userPrincipalName',
    'userType',
  ],
  searchable: ['displayName', 'givenName', 'mail', 'surname', 'userPrincipalName'],
}

const groupProperties = [
  'id',
  'deletedDateTime',
  'classification',
  'createdDateTime',
  'creationOptions',
  'description',
  'displayName',
  'expirationDateTime',
  'groupTypes',
  'isAssignableToRole',
  'mail',
  'mailEnabled',
  'mailNickname',
  'membershipRule',
  'membershipRuleProcessingState',
  'onPremisesLastSyncDateTime',
  'onPremisesSecurityIdentifier',
  'onPremisesSyncEnabled',
  'preferredDataLocation',
  'proxyAddresses',
  'renewedDateTime',
  'resourceBehaviorOptions',
  'resourceProvisioningOptions',
  'securityEnabled',
  'securityIdentifier',
  'theme',
  'uniqueName',
  'visibility',
  'onPremisesProvisioningErrors',
  'serviceProvisioningErrors',
]

export const groupType: ResourceType = {
  name: 'group',
  title: 'Group',
  properties: groupProperties,
  defaults: groupProperties,
  filterable: ['description', 'displayName', 'id', 'isAssignableToRole', 'mail', 'mailEnabled', 'mailNickname', 'securityEnabled'],
  searchable: ['description', 'displayName', 'mail'],
}

export const servicePrincipalType: ResourceType = {
  name: 'servicePrincipal',
  title: 'ServicePrincipal',
  properties: ['id', 'accountEnabled', 'appId', 'appRoles', 'displayName', 'servicePrincipalType'],
  defaults: ['id', 'accountEnabled', 'appId', 'appRoles', 'displayName', 'servicePrincipalType'],
  filterable: ['appId', 'displayName', 'id'],
  searchable: ['displayName'],
}

const appRoleAssignmentProperties = [
  'id',
  'deletedDateTime',
  'appRoleId',
  'createdDateTime',
  'principalDisplayName',
  'principalId',
  'principalType',
  'resourceDisplayName',
  'resourceId',
]
export const appRoleAssignmentType: ResourceType = {
  name: 'appRoleAssignment',
  title: 'AppRoleAssignment',
  properties: appRoleAssignmentProperties,
  defaults: appRoleAssignmentProperties,
  filterable: [],
  searchable: [],
}

export const directoryObjectType: ResourceType = {
  name: 'directoryObject',
  title: 'DirectoryObject',
  properties: [...new Set([...userType.properties, ...groupType.properties, ...servicePrincipalType.properties])],
  defaults: [],
  filterable: ['displayName', 'id', 'mail', 'userPrincipalName', 'accountEnabled'],
  searchable: ['displayName', 'description'],
}

export function typeOf(resource: Resource): ResourceType {
  const types = [userType, groupType, servicePrincipalType, appRoleAssignmentType]
  return types.find((type) => resource['@odata.type'] === `#microsoft.graph.${type.name}`)!
}
