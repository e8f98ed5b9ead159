import type { SandboxActionKind } from '../../../db/tables.ts'

/** What is done to sandboxes without anybody waiting for it; by these names work that is stuck is started again. */
export const processNames = ['provisioning', 'freezing', 'thawing', 'cleanup', 'queue', 'metering'] as const
export type ProcessName = (typeof processNames)[number]

interface Process {
  title: string
  /** What starting it again does. */
  does: string
  /** Of the work on single sandboxes. */
  kind?: SandboxActionKind
}
export const processes: Record<ProcessName, Process> = {
  provisioning: { title: 'Setting up', does: 'Sets up again what failed or has not moved for 15 minutes.', kind: 'provision' },
  freezing: { title: 'Freezing', does: 'Takes access away and stops compute again where that failed.', kind: 'freeze' },
  thawing: { title: 'Thawing', does: 'Gives access back and starts compute again where that failed.', kind: 'thaw' },
  cleanup: { title: 'Cleaning up', does: 'Removes again what could not be removed, also what is quarantined.', kind: 'cleanUp' },
  queue: { title: 'Waiting for room', does: 'Lets in whoever waits and for whom there is room.' },
  metering: { title: 'Metering', does: 'Looks at what is deployed and what it costs, now.' },
}

export function isProcess(name: string): name is ProcessName {
  return (processNames as readonly string[]).includes(name)
}

export function processOf(kind: SandboxActionKind): ProcessName {
  return processNames.find((name) => processes[name].kind === kind)!
}

/** Work that is open and has not moved for so long has lost whoever did it. */
export const stalledAfterMs = 15 * 60_000
