interface AzureScope {
  subscriptionId: string
  /** Null for the whole subscription. */
  resourceGroup?: string | null
}

/**
 * Links and a command for a subscription or resource group.
 * @param portal the base URL of the Azure portal
 * @see https://learn.microsoft.com/cli/azure/manage-azure-subscriptions-azure-cli
 */
export function azureLinksOf(portal: string, { subscriptionId, resourceGroup }: AzureScope) {
  const group = resourceGroup ? `/resourceGroups/${encodeURIComponent(resourceGroup)}` : ''
  return {
    overview: `${portal}/#resource/subscriptions/${subscriptionId}${group}/overview`,
    cloudShell: `${portal}/#cloudshell/`,
    command: `az account set --subscription ${subscriptionId}`,
  }
}
