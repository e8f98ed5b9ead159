import { exportPolicyReplay } from './exportPolicyReplay.ts'
import { getPolicyReplay } from './getPolicyReplay.ts'
import { listPolicyReplayChanges } from './listPolicyReplayChanges.ts'
import { startPolicyReplay } from './startPolicyReplay.ts'

export const policyReplayOperations = [startPolicyReplay, getPolicyReplay, listPolicyReplayChanges, exportPolicyReplay]
