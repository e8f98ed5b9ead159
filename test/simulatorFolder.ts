import { cpSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'

/**
 * Creates a folder for one simulator, which is removed at the end of the run. It contains the run’s certificates and signing key, because
 * creating them takes longest at a start.
 */
export function simulatorFolder(): string {
  const preparedFolder = inject('simulatorDir')
  const folder = mkdtempSync(path.join(path.dirname(preparedFolder), 'simulator-'))
  cpSync(preparedFolder, folder, { recursive: true })
  return folder
}
