import { sandboxManagementGroup } from '../sample/sandboxHosts.ts'
import { billingScope, hub, tenantId } from '../sample/topology.ts'
import { argocdToken } from '../simulator/argocd/token.ts'
import {
  gitToken,
  keySecret,
  platformServicePrincipalId,
  servicenowPassword,
  servicenowUser,
  slipwayAudience,
  slipwayClientId,
  slipwayClientSecret,
  smtpPassword,
  smtpUser,
  storesToken,
} from '../simulator/core/constants.ts'
import type { Simulator } from '../simulator/core/simulator.ts'

/** These settings make a server use a simulator instead of the cloud (see `readConfig`). No other code knows the difference. */
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
    SLIPWAY_KEYVAULT_ENDPOINT: `${origins.keyvault}/{vault}`,
    SLIPWAY_MONITOR_ENDPOINT: `${origins.monitor}/{region}`,
    SLIPWAY_STORES_ENDPOINT: origins.stores,
    SLIPWAY_STORES_TOKEN: storesToken,
    SLIPWAY_SERVICENOW_ENDPOINT: origins.servicenow,
    SLIPWAY_SERVICENOW_USER: servicenowUser,
    SLIPWAY_SERVICENOW_PASSWORD: servicenowPassword,
    SLIPWAY_ARGOCD_ENDPOINT: origins.argocd,
    SLIPWAY_ARGOCD_TOKEN: argocdToken,
    SLIPWAY_ARGOCD_REPOSITORY_HOSTS: 'github.com,dev.azure.com,charts.northgate.example,registry.northgate.example',
    SLIPWAY_SMTP_URL: origins.mail.replace('//', `//${smtpUser}@`),
    SLIPWAY_SMTP_PASSWORD: smtpPassword,
    SLIPWAY_MAIL_FROM: 'slipway@northgate.example',
    SLIPWAY_WEBHOOK_ALLOW: new URL(origins.chat).host,
    SLIPWAY_KEY_SECRET: keySecret,
    SLIPWAY_BILLING_SCOPE: billingScope,
    SLIPWAY_SUBSCRIPTION_OWNER_ID: platformServicePrincipalId,
    SLIPWAY_MANAGEMENT_GROUP: 'ng-lz-{zone}-{environment}',
    SLIPWAY_ROOT_MANAGEMENT_GROUP: 'northgate',
    SLIPWAY_EDGE_MANAGEMENT_GROUP: 'ng-lz-edge',
    SLIPWAY_SANDBOX_MANAGEMENT_GROUP: sandboxManagementGroup,
    // The simulator never restores deleted resources, so the second check of a removal needs no delay.
    SLIPWAY_SANDBOX_POLL_SECONDS: '1',
    SLIPWAY_HUB_NETWORKS: JSON.stringify(hub.networks),
  }
}
