import { listSandboxRuns } from './listSandboxRuns.ts'
import { retriggerSandboxQueue } from './retriggerSandboxQueue.ts'

export const sandboxRunOperations = [listSandboxRuns, retriggerSandboxQueue]
