import { cancelEdgeRollout } from './cancelEdgeRollout.ts'
import { completedStores } from './completedStores.ts'
import { getEdgeRollout } from './getEdgeRollout.ts'
import { getStore } from './getStore.ts'
import { haltEdgeRollout } from './haltEdgeRollout.ts'
import { listEdgeRolloutStores } from './listEdgeRolloutStores.ts'
import { listEdgeRollouts } from './listEdgeRollouts.ts'
import { lookupStoreData } from './lookupStoreData.ts'
import { newStores } from './newStores.ts'
import { resumeEdgeRollout } from './resumeEdgeRollout.ts'
import { searchForStore } from './searchForStore.ts'

export const edgeOperations = [
  newStores,
  completedStores,
  lookupStoreData,
  searchForStore,
  getStore,
  listEdgeRollouts,
  getEdgeRollout,
  listEdgeRolloutStores,
  resumeEdgeRollout,
  haltEdgeRollout,
  cancelEdgeRollout,
]
