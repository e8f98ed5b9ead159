import { deleteSandbox } from './deleteSandbox.ts'
import { deleteSandboxAsAdmin } from './deleteSandboxAsAdmin.ts'
import { freezeSandbox } from './freezeSandbox.ts'
import { getSandboxDeletion } from './getSandboxDeletion.ts'
import { thawSandbox } from './thawSandbox.ts'
import { undoSandboxDeletion } from './undoSandboxDeletion.ts'

export const sandboxLeaseOperations = [
  deleteSandbox,
  deleteSandboxAsAdmin,
  getSandboxDeletion,
  undoSandboxDeletion,
  freezeSandbox,
  thawSandbox,
]
