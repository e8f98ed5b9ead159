import { cpSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'

/**
 * A folder for a simulator of its own, gone with the run at the latest. The run's certificates and signing key are in it already, since
 * making them takes longer than everything else of a start.
 */
export function simulatorFolder(): string {
  const prepared = inject('simulatorDir')
  const folder = mkdtempSync(path.join(path.dirname(prepared), 'simulator-'))
  cpSync(prepared, folder, { recursive: true })
  return folder
}
