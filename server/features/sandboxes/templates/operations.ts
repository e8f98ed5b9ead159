import { createSandboxHost } from './createSandboxHost.ts'
import { createSandboxTemplate } from './createSandboxTemplate.ts'
import { deleteSandboxHost } from './deleteSandboxHost.ts'
import { deleteSandboxTemplate } from './deleteSandboxTemplate.ts'
import { getSandboxTemplate } from './getSandboxTemplate.ts'
import { listSandboxHosts } from './listSandboxHosts.ts'
import { listSandboxTemplates } from './listSandboxTemplates.ts'
import { updateSandboxHost } from './updateSandboxHost.ts'
import { updateSandboxTemplate } from './updateSandboxTemplate.ts'

export const sandboxTemplateOperations = [
  listSandboxTemplates,
  createSandboxTemplate,
  getSandboxTemplate,
  updateSandboxTemplate,
  deleteSandboxTemplate,
  listSandboxHosts,
  createSandboxHost,
  updateSandboxHost,
  deleteSandboxHost,
]
