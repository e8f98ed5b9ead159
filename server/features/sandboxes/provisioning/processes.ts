import type { SandboxActionKind } from '../../../db/tables.ts'

export const processNames = ['provisioning', 'freezing', 'resuming', 'cleanup', 'queue', 'metering'] as const
export type ProcessName = (typeof processNames)[number]

interface Process {
  title: string
  does: string
  kind?: SandboxActionKind
}
export const processes: Record<ProcessName, Process> = {
  provisioning: { title: 'Setting up', does: 'Retries failed and stalled setups.', kind: 'provision' },
  freezing: { title: 'Freezing', does: 'Retries failed freezes: removes access and stops compute.', kind: 'freeze' },
  resuming: { title: 'Resuming', does: 'Retries failed resumes: restores access and starts compute.', kind: 'resume' },
  cleanup: { title: 'Removing', does: 'Retries failed removals, including quarantined sandboxes.', kind: 'cleanUp' },
  queue: { title: 'Queued', does: 'Starts queued sandboxes while there is capacity.' },
  metering: { title: 'Metering', does: 'Reads the deployed resources and their cost.' },
}

export function isProcess(name: string): name is ProcessName {
  return (processNames as readonly string[]).includes(name)
}

export function processOf(kind: SandboxActionKind): ProcessName {
  return processNames.find((name) => processes[name].kind === kind)!
}
