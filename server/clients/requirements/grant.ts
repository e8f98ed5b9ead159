/** Scopes and identities of this installation, to which permissions are granted. */
export interface GrantPlace {
  armEndpoint: string
  graphEndpoint: string
  tenantId: string
  /** Object id of Slipway's service principal. */
  principalId: string
  rootScope: string
  billingScope: string
  vaultId: string
  repository: string
  servicenowUser: string
  /** The custom role that Slipway has at the root; undefined if it has none yet. */
  roleName: string | undefined
}

/** The way to grant a permission: a shell command, or steps in the service. */
export interface Grant {
  command: string | null
  steps: string | null
}
