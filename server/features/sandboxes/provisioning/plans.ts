import type { SandboxActionKind } from '../../../db/tables.ts'
import type { Step } from '../../../workflows/workflow.ts'
import { clearPlace, deleteResources, deleteRest, disconnect, endAccess, endBackups, removeGroups, waitForVaults } from './clean/cleanUp.ts'
import { verify } from './clean/verify.ts'
import { giveAccess, seeAccess, startCompute } from './freeze/resumeCompute.ts'
import { revokeAccess, seeStill, stopCompute } from './freeze/stopCompute.ts'
import type { SandboxInput } from './home.ts'
import { createScope, markPlace, setBudget, setPolicies } from './provision/createScope.ts'
import { assignGroupRoles, makeGroups, seeRoles } from './provision/makeGroups.ts'

/** The steps of each run; `sandboxWorkflows.ts` handles their results. */
export const plans: Record<SandboxActionKind, { kind: string; steps: Step<SandboxInput>[] }> = {
  provision: { kind: 'provisionSandbox', steps: [createScope, markPlace, setPolicies, setBudget, makeGroups, assignGroupRoles, seeRoles] },
  freeze: { kind: 'freezeSandbox', steps: [revokeAccess, stopCompute, seeStill] },
  thaw: { kind: 'thawSandbox', steps: [giveAccess, startCompute, seeAccess] },
  cleanUp: {
    kind: 'cleanUpSandbox',
    steps: [endAccess, disconnect, endBackups, deleteResources, waitForVaults, deleteRest, clearPlace, removeGroups, verify],
  },
}
