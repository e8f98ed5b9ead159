/** Names of the steps of all workflows, which live in other features. A test compares them with the source. */
export const stepNames: ReadonlySet<string> = new Set(
  `activateEmergencyRole assignGroupRoles assignRoles buildNetwork buildNetworks cancelSubscription checkHealth checkNeed closeChange
  closeConfigurationItem closeIncident confirmDirectory createAccessGroups createGroup createGroups createScope createSubscription
  createSubscriptions deleteGroup deleteRemaining deleteResources deliverCatalogueItems deliverServices disconnect disconnectNetwork
  enableSubscription endAccess endBackups endSubscription findEvidence handOver moveSubscription openIncident putBudget readCurrentTags
  recordDetails recordInRepository recordServices recordWave refreshCmdb registerInCmdb registerStores regrantAccess removeBuilt
  removeFromRepository removeGroups removeMembers removeMembersBatch removeOwnerRole removeRole removeRoles renew requestRemoval
  reserveNames resetSubscription restore restoreAccess restoreInCmdb restoreInRepository restoreRevision revokeAccess sendOrder sendTags
  setBudget setOwners setPolicies setTags startCompute startDecommission startEvaluation startRemovals stopCompute sync syncManagers
  tagScope tagSubscription takeSnapshot updateDirectory verify verifyAccess verifyGroup verifyInAzure verifyRemovals verifyRemoved
  verifyRestored verifyRole verifyRoleRemoved verifyRoles verifyStopped waitForDelivery waitForGracePeriod waitForSync waitForTurn
  waitForVaults waitUntilHealthy writeApplication`.split(/\s+/),
)
