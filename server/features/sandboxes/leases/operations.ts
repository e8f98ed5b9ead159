import { deleteSandbox } from './deleteSandbox.ts'
import { deleteSandboxAsAdmin } from './deleteSandboxAsAdmin.ts'
import { freezeSandbox } from './freezeSandbox.ts'
import { getSandboxDeletion } from './getSandboxDeletion.ts'
import { resumeSandbox } from './resumeSandbox.ts'
import { undoSandboxDeletion } from './undoSandboxDeletion.ts'

export const sandboxLeaseOperations = [
  deleteSandbox,
  deleteSandboxAsAdmin,
  getSandboxDeletion,
  undoSandboxDeletion,
  freezeSandbox,
  resumeSandbox,
]
