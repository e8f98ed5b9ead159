export const slipwayClientId = '3d1f7a60-58c2-4f0b-9b3e-6a2c90e4d815'
export const slipwayClientSecret = 'simulated-secret-of-slipway'

export const slipwayServicePrincipalId = 'b8a4c2de-7f16-4d39-8e05-1c9d3f6a7b20'

export const pipelineClientId = '7c5e0b1d-93a4-4e6f-8d27-b0f4a1c86e35'
export const pipelineClientSecret = 'simulated-secret-of-a-pipeline'
export const pipelineServicePrincipalId = 'e2d9f6b3-1a58-47c0-9e84-5f3b7d0c2a16'

/** The platform team's automation has Owner at the root. Tests change the simulated cloud with it. */
export const platformClientId = 'c4b80d6f-25e9-4a17-b3d0-8f6e17a5942c'
export const platformClientSecret = 'simulated-secret-of-the-platform-team'
export const platformServicePrincipalId = '5a7e2c94-0d3b-4f18-a6c5-9b81e4d70f26'

export const slipwayAudience = 'api://slipway'

export const armAudience = 'https://management.azure.com'
/** Older clients and the Azure CLI still request ARM's former name. */
export const classicArmAudience = 'https://management.core.windows.net'
export const graphAudience = 'https://graph.microsoft.com'
export const keyVaultAudience = 'https://vault.azure.net'
export const monitorAudience = 'https://metrics.monitor.azure.com'
export const azureDevOpsAudience = '499b84ac-1321-427f-aa17-267ca6975798'

export const servicenowUser = 'slipway.integration'
export const servicenowPassword = 'simulated-password-of-slipway'

export const gitToken = 'ghp_simulatedTokenOfSlipway0000000000001'

/** Slipway hashes its API keys with this secret when it uses the simulator. */
export const keySecret = 'hashes the keys of a Slipway that is only tried out'

export const storesToken = 'simulated-store-directory-token-of-slipway'

export const azureDevOpsToken = 'simulatedtokenofslipway00000000000000000000000000000'

export const smtpUser = 'slipway'
export const smtpPassword = 'simulated-mail-password'
