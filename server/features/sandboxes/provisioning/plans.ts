import type { SandboxActionKind } from '../../../db/tables.ts'
import type { Step } from '../../../workflows/workflow.ts'
import { clearPlace, deleteResources, deleteRest, disconnect, endAccess, endBackups, removeGroups, waitForVaults } from './clean/cleanUp.ts'
import { verify } from './clean/verify.ts'
import { giveAccess, seeAccess, startCompute } from './freeze/goOn.ts'
import { seeStill, stopCompute, takeAccess } from './freeze/standStill.ts'
import type { SandboxInput } from './home.ts'
import { giveRoles, makeGroups, seeRoles } from './provision/makeGroups.ts'
import { makePlace, markPlace, setBudget, setPolicies } from './provision/makePlace.ts'

/** The steps of each run; `sandboxWorkflows.ts` handles their results. */
export const plans: Record<SandboxActionKind, { kind: string; steps: Step<SandboxInput>[] }> = {
  provision: { kind: 'provisionSandbox', steps: [makePlace, markPlace, setPolicies, setBudget, makeGroups, giveRoles, seeRoles] },
  freeze: { kind: 'freezeSandbox', steps: [takeAccess, stopCompute, seeStill] },
  thaw: { kind: 'thawSandbox', steps: [giveAccess, startCompute, seeAccess] },
  cleanUp: {
    kind: 'cleanUpSandbox',
    steps: [endAccess, disconnect, endBackups, deleteResources, waitForVaults, deleteRest, clearPlace, removeGroups, verify],
  },
}
