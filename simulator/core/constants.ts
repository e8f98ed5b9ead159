/** The registration that Slipway signs people in with and calls the cloud as. */
export const slipwayClientId = '3d1f7a60-58c2-4f0b-9b3e-6a2c90e4d815'
export const slipwayClientSecret = 'simulated-secret-of-slipway'

/** Object id of the service principal behind `slipwayClientId` in the directory. */
export const slipwayServicePrincipalId = 'b8a4c2de-7f16-4d39-8e05-1c9d3f6a7b20'

/** A program of the retailer with an identity of its own, which can fetch app-only tokens. */
export const pipelineClientId = '7c5e0b1d-93a4-4e6f-8d27-b0f4a1c86e35'
export const pipelineClientSecret = 'simulated-secret-of-a-pipeline'
export const pipelineServicePrincipalId = 'e2d9f6b3-1a58-47c0-9e84-5f3b7d0c2a16'

/** The platform team's own automation, which holds Owner above everything. Tests change the simulated cloud as this one. */
export const platformClientId = 'c4b80d6f-25e9-4a17-b3d0-8f6e17a5942c'
export const platformClientSecret = 'simulated-secret-of-the-platform-team'
export const platformServicePrincipalId = '5a7e2c94-0d3b-4f18-a6c5-9b81e4d70f26'

/** Audience of access tokens for Slipway's own API, and the scope people consent to. */
export const slipwayAudience = 'api://slipway'

export const armAudience = 'https://management.azure.com'
/** ARM's former name; older clients and the Azure CLI still request it. */
export const classicArmAudience = 'https://management.core.windows.net'
export const graphAudience = 'https://graph.microsoft.com'
export const keyVaultAudience = 'https://vault.azure.net'
export const monitorAudience = 'https://metrics.monitor.azure.com'
export const azureDevOpsAudience = '499b84ac-1321-427f-aa17-267ca6975798'

export const servicenowUser = 'slipway.integration'
export const servicenowPassword = 'simulated-password-of-slipway'

/** Personal access token that the simulated Git host expects. */
export const gitToken = 'ghp_simulatedTokenOfSlipway0000000000001'

/** What a Slipway that uses the simulator hashes its keys with. */
export const keySecret = 'hashes the keys of a Slipway that is only tried out'

/** Bearer token that the simulated store directory expects. */
export const storesToken = 'simulated-store-directory-token-of-slipway'

/** Personal access token that the simulated Azure DevOps expects. */
export const azureDevOpsToken = 'simulatedtokenofslipway00000000000000000000000000000'

/** Credentials that Slipway uses for the simulated mail server. */
export const smtpUser = 'slipway'
export const smtpPassword = 'simulated-mail-password'
