import { adoptResourceGroup } from './adoptResourceGroup.ts'
import { evaluatePolicies } from './evaluatePolicies.ts'
import { getAccountCost } from './getAccountCost.ts'
import { getNetworkDetails } from './getNetworkDetails.ts'
import { getPolicyCompliance } from './getPolicyCompliance.ts'
import { getTagChange } from './getTagChange.ts'
import { getVulnerabilitySummary } from './getVulnerabilitySummary.ts'
import { listAdvisorCostRecommendations } from './listAdvisorCostRecommendations.ts'
import { listBackupPolicies } from './listBackupPolicies.ts'
import { listResourceGroups } from './listResourceGroups.ts'
import { listResources } from './listResources.ts'
import { listResourceVulnerabilities } from './listResourceVulnerabilities.ts'
import { listUnmanagedResourceGroups } from './listUnmanagedResourceGroups.ts'
import { listUpdateSchedules } from './listUpdateSchedules.ts'
import { setResourceTags } from './setResourceTags.ts'

export const accountInsightOperations = [
  listUnmanagedResourceGroups,
  adoptResourceGroup,
  listResourceGroups,
  listResources,
  getNetworkDetails,
  listBackupPolicies,
  listUpdateSchedules,
  getPolicyCompliance,
  evaluatePolicies,
  getVulnerabilitySummary,
  listResourceVulnerabilities,
  listAdvisorCostRecommendations,
  getAccountCost,
  setResourceTags,
  getTagChange,
]
