export interface SamplePerson {
  id: string
  /** Identical for all user accounts of a person. */
  employeeId: string
  displayName: string
  givenName: string
  surname: string
  email: string
  userPrincipalName: string
  department: string
  jobTitle: string
  officeLocation: string
  /** Null only for the head of the company. */
  managerId: string | null
  enabled: boolean
  /** App roles in the identity token: `Slipway.Admin`, `Slipway.Auditor`. */
  appRoles: string[]
  persona?: { order: number; title: string; summary: string }
}

export interface SampleTower {
  id: string
  name: string
  code: string
  description: string
  costCentre: string
  leadIds: string[]
}

export interface SampleFamily {
  id: string
  name: string
  towerId: string
  description: string
  ownerIds: string[]
}

export type SampleEnvironment = 'production' | 'preproduction' | 'test' | 'development'

export type SampleConnectivity = 'none' | 'internet' | 'corporate'

export interface SampleAccount {
  id: string
  name: string
  description: string
  kind: 'cloud' | 'edge'
  environment: SampleEnvironment
  workload: 'Production' | 'DevTest'
  status: 'active' | 'decommissioning' | 'decommissioned'
  subscriptionId: string
  managementGroupId: string
  towerId: string
  familyId: string
  ownerIds: string[]
  costCentre: string
  dataClassification: 'public' | 'internal' | 'confidential' | 'restricted'
  criticality: 'tier1' | 'tier2' | 'tier3' | 'tier4'
  region: string
  /** Address spaces (CIDR) are set for `corporate` only and never overlap between accounts. */
  network: { connectivity: SampleConnectivity; addressSpaces: string[] }
  /** Monthly, in pence. */
  budget: {
    amount: number
    currency: 'GBP'
    contacts: string[]
    thresholds: { percent: number; basis: 'actual' | 'forecast' }[]
  }
  catalogueItemIds: string[]
  tags: Record<string, string>
  storeNumbers: string[]
  createdAt: string
}

export interface SampleGroup {
  id: string
  displayName: string
  mailNickname: string
  description: string
  memberIds: string[]
  ownerIds: string[]
  accountId?: string
  roles?: string[]
}

export interface SampleCatalogueItem {
  id: string
  name: string
  version: string
  category: string
  description: string
  inputs: object
  /** In pence. */
  monthlyEstimate: { amount: number; currency: 'GBP' }
  approverIds: string[]
  enabled: boolean
  documentationUrl: string
}

export interface SampleManagementGroup {
  id: string
  displayName: string
  parentId: string | null
}

export interface Company {
  name: string
  domain: 'northgate.example'
  people: SamplePerson[]
  towers: SampleTower[]
  families: SampleFamily[]
  accounts: SampleAccount[]
  groups: SampleGroup[]
  catalogue: SampleCatalogueItem[]
  /**
   * The connectivity subscription: `networks` maps a region to the ARM ID of its hub virtual network, and all joined networks use the
   * `privateZones`.
   */
  hub: { subscriptionId: string; networks: Record<string, string>; privateZones: string[] }
  billingScope: string
  managementGroups: SampleManagementGroup[]
  personas: SamplePerson[]
}
