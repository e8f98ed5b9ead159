import { listSandboxWork } from './listSandboxWork.ts'
import { retriggerSandboxQueue } from './retriggerSandboxQueue.ts'

export const sandboxWorkOperations = [listSandboxWork, retriggerSandboxQueue]
