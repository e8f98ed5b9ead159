import { getSandboxSpend } from './getSandboxSpend.ts'
import { refreshSandboxSpend } from './refreshSandboxSpend.ts'

export const sandboxSpendOperations = [getSandboxSpend, refreshSandboxSpend]
