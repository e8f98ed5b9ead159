import { billingScope, hub, tenantId } from '../sample/landscape.ts'
import { sandboxManagementGroup } from '../sample/sandboxHosts.ts'
import {
  gitToken,
  servicenowPassword,
  servicenowUser,
  slipwayAudience,
  slipwayClientId,
  slipwayClientSecret,
} from '../simulator/core/constants.ts'
import type { Simulator } from '../simulator/simulator.ts'

/** The settings that make a server use a simulator in place of the cloud (see `readConfig`); only these know that it is one. */
export function simulatorEnv({ origins, caFile }: Pick<Simulator, 'origins' | 'caFile'>): Record<string, string> {
  return {
    SLIPWAY_CA_FILE: caFile,
    SLIPWAY_TENANT_ID: tenantId,
    SLIPWAY_AUTHORITY_HOST: origins.identity,
    SLIPWAY_OIDC_ISSUER: `${origins.identity}/${tenantId}/v2.0`,
    SLIPWAY_OIDC_CLIENT_ID: slipwayClientId,
    SLIPWAY_OIDC_CLIENT_SECRET: slipwayClientSecret,
    SLIPWAY_OIDC_AUDIENCE: slipwayAudience,
    SLIPWAY_ARM_ENDPOINT: origins.arm,
    SLIPWAY_GRAPH_ENDPOINT: origins.graph,
    SLIPWAY_GIT_ENDPOINT: origins.git,
    SLIPWAY_GIT_TOKEN: gitToken,
    SLIPWAY_GIT_REPOSITORY: 'northgate/landing-zones',
    SLIPWAY_PRICES_ENDPOINT: origins.prices,
    SLIPWAY_SERVICENOW_ENDPOINT: origins.servicenow,
    SLIPWAY_SERVICENOW_USER: servicenowUser,
    SLIPWAY_SERVICENOW_PASSWORD: servicenowPassword,
    SLIPWAY_BILLING_SCOPE: billingScope,
    SLIPWAY_MANAGEMENT_GROUP: 'ng-lz-{zone}-{environment}',
    SLIPWAY_ROOT_MANAGEMENT_GROUP: 'northgate',
    SLIPWAY_SANDBOX_MANAGEMENT_GROUP: sandboxManagementGroup,
    // Nothing comes back in a simulator.
    SLIPWAY_SANDBOX_LOOK_AGAIN_SECONDS: '1',
    SLIPWAY_HUB_NETWORKS: JSON.stringify(hub.networks),
  }
}
