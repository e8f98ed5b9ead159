import { cpus, freemem, loadavg, totalmem, uptime } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { slipwayVersion } from '../../../backup/manifest.ts'

const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)

/** Versions, and the size and load of this machine or container, without its name and its users. */
export function readHostFacts(): object {
  const { node, v8, openssl } = process.versions
  // Without a limit, this number is larger than the memory of the machine.
  const limit = process.constrainedMemory()
  return {
    ...{ slipway: slipwayVersion(), node, v8, openssl, platform: process.platform, architecture: process.arch },
    ...{ processors: cpus().length, loadAverages: loadavg(), uptimeSeconds: Math.round(uptime()) },
    memoryMegabytes: { total: megabytes(totalmem()), free: megabytes(freemem()), limit: limit < totalmem() ? megabytes(limit) : null },
    heapLimitMegabytes: megabytes(getHeapStatistics().heap_size_limit),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
