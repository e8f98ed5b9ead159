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
  /** The custom role that Slipway has at the root; undefined if it has none yet. */
  roleName: string | undefined
}

export interface Grant {
  command: string | null
  steps: string | null
}
