export interface InstallationIds {
  armEndpoint: string
  graphEndpoint: string
  tenantId: string
  principalId: string
  rootScope: string
  billingScope: string
  vaultId: string
  repository: string
  servicenowUser: string
  roleName: string | undefined
}

export interface Grant {
  command: string | null
  steps: string | null
}
