/** Names of the steps of all workflows, which live in other features. A test compares them with the source. */
export const stepNames: ReadonlySet<string> = new Set(
  `assignGroupRoles assignRoles awaitDelivery becomeHealthy begin buildNetwork buildNetworks cancelInAzure cancelSubscription
  checkHealth checkNeed clearPlace closeChange closeIncident confirmDirectory createAccessGroups createScope createSubscription
  createSubscriptions deleteGroup deleteResources deleteRest deliverCatalogueItems deliverServices disconnect disconnectNetwork
  enableSubscription endAccess endBackups endSubscription findEvidence follow giveAccess giveRole handOver makeGroup makeGroups
  markPlace openIncident placeSubscription putBudget readCurrentTags recordDetails recordInRepository recordServices recordWave
  refreshCmdb registerInCmdb registerStores regrantAccess removeBuilt removeFromRepository removeGroups removeMembers
  removeMembersBatch removeOwnerRole removeRoles renew requestRemoval reserveNames restore restoreAccess restoreRevision retireConfigurationItem
  returnToRepository reviveInCmdb revokeAccess seeAccess seeBack seeGone seeGroup seeInAzure seeItGone seeRemovals seeRole seeRoles
  seeStill sendTags setBudget setOwners setPolicies setTags startCompute startEvaluation startRemovals stopCompute sync syncManagers
  tagSubscription takeRole takeSnapshot updateDirectory verify waitForTurn waitForVaults waitOutGrace writeApplication`.split(/\s+/),
)
