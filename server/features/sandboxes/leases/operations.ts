import { deleteSandbox } from './deleteSandbox.ts'
import { deleteSandboxAsAdmin } from './deleteSandboxAsAdmin.ts'
import { freezeSandbox } from './freezeSandbox.ts'
import { getSandboxDeletion } from './getSandboxDeletion.ts'
import { takeBackSandbox } from './takeBackSandbox.ts'
import { thawSandbox } from './thawSandbox.ts'

export const sandboxLeaseOperations = [deleteSandbox, deleteSandboxAsAdmin, getSandboxDeletion, takeBackSandbox, freezeSandbox, thawSandbox]
