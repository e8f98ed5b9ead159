import type { SandboxActionKind } from '../../../db/tables.ts'
import type { Step } from '../../../workflows/workflow.ts'
import {
  deleteRemaining,
  deleteResources,
  disconnect,
  endAccess,
  endBackups,
  removeGroups,
  resetSubscription,
  waitForVaults,
} from './clean/cleanUp.ts'
import { verify } from './clean/verify.ts'
import { regrantAccess, startCompute, verifyAccess } from './freeze/resumeCompute.ts'
import { revokeAccess, stopCompute, verifyStopped } from './freeze/stopCompute.ts'
import type { SandboxInput } from './hostedSandbox.ts'
import { assignGroupRoles, createGroups, verifyRoles } from './provision/createGroups.ts'
import { createScope, setBudget, setPolicies, tagScope } from './provision/createScope.ts'

export const actionPlans: Record<SandboxActionKind, { kind: string; steps: Step<SandboxInput>[] }> = {
  provision: {
    kind: 'provisionSandbox',
    steps: [createScope, tagScope, setPolicies, setBudget, createGroups, assignGroupRoles, verifyRoles],
  },
  freeze: { kind: 'freezeSandbox', steps: [revokeAccess, stopCompute, verifyStopped] },
  resume: { kind: 'resumeSandbox', steps: [regrantAccess, startCompute, verifyAccess] },
  cleanUp: {
    kind: 'cleanUpSandbox',
    steps: [endAccess, disconnect, endBackups, deleteResources, waitForVaults, deleteRemaining, resetSubscription, removeGroups, verify],
  },
}
