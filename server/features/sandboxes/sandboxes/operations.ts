import { getMySandbox } from './getMySandbox.ts'
import { getSandbox } from './getSandbox.ts'
import { getSandboxByName } from './getSandboxByName.ts'
import { getSandboxesAdvOptions } from './getSandboxesAdvOptions.ts'
import { listMySandboxes } from './listMySandboxes.ts'
import { listSandboxEvents } from './listSandboxEvents.ts'
import { listSandboxes } from './listSandboxes.ts'
import { listSandboxesAdv } from './listSandboxesAdv.ts'
import { listSandboxResources } from './listSandboxResources.ts'
import { searchSandboxes } from './searchSandboxes.ts'

export const sandboxOperations = [
  listSandboxes,
  listSandboxesAdv,
  getSandboxesAdvOptions,
  listMySandboxes,
  getMySandbox,
  getSandboxByName,
  searchSandboxes,
  getSandbox,
  listSandboxEvents,
  listSandboxResources,
]
