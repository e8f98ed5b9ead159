import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { ArmError } from './armError.ts'

export const cloudMetadataPath = '/metadata/endpoints'

/** This version is the first that returns one cloud; earlier ones return a list. */
const oneCloudSince = '2022-09-01'
const firstVersion = '2015-01-01'

/**
 * Clients read the endpoints of the cloud before they have a token: the Azure CLI (`az cloud register`, `ARM_CLOUD_METADATA_URL`) and
 * Terraform (`metadata_host`) do. Source: azure-cli `azure.cli.core.cloud._arm_to_cli_mapper`, go-azure-sdk `sdk/environments`.
 */
export function registerCloudMetadata(app: FastifyInstance, sim: Simulator): void {
  app.get<{ Querystring: { 'api-version'?: string } }>(cloudMetadataPath, ({ query }) => {
    const version = query['api-version'] ?? ''
    if (!/^\d{4}-\d{2}-\d{2}$/.test(version) || version < firstVersion)
      throw new ArmError(400, 'InvalidApiVersionParameter', `The api-version '${version}' is invalid.`)
    if (version === firstVersion) return presentAzureStack(sim)
    return version < oneCloudSince ? [presentCloud(sim)] : presentCloud(sim)
  })
}

const audiences = ['https://management.core.windows.net/', 'https://management.azure.com/']

function presentCloud({ origins }: Simulator) {
  return {
    portal: 'https://portal.azure.com',
    authentication: { loginEndpoint: origins.identity, audiences, tenant: 'common', identityProvider: 'AAD' },
    graphAudience: 'https://graph.windows.net/',
    graph: 'https://graph.windows.net/',
    name: 'AzureCloud',
    suffixes: {
      acrLoginServer: 'azurecr.io',
      keyVaultDns: 'vault.azure.net',
      mhsmDns: 'managedhsm.azure.net',
      sqlServerHostname: 'database.windows.net',
      storage: 'core.windows.net',
      storageSyncEndpointSuffix: 'afs.azure.net',
    },
    batch: 'https://batch.core.windows.net/',
    resourceManager: `${origins.arm}/`,
    vmImageAliasDoc: 'https://raw.githubusercontent.com/Azure/azure-rest-api-specs/main/arm-compute/quickstart-templates/aliases.json',
    sqlManagement: 'https://management.core.windows.net:8443/',
    microsoftGraphResourceId: `${origins.graph}/`,
    gallery: 'https://gallery.azure.com/',
  }
}

/** Azure Stack responds in this form, as does Azure for this version. */
function presentAzureStack({ origins }: Simulator) {
  return {
    galleryEndpoint: 'https://gallery.azure.com/',
    graphEndpoint: `${origins.graph}/`,
    portalEndpoint: 'https://portal.azure.com/',
    authentication: { loginEndpoint: `${origins.identity}/`, audiences },
  }
}
