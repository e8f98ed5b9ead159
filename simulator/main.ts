import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const { SLIPWAY_SIM_DATA = '.slipway/simulator', SLIPWAY_SIM_PORT = '9440', SLIPWAY_SIM_HOST = '127.0.0.1' } = process.env

// Without the cache every start strips the types of every file again, which takes half a second and 30 MB.
enableCompileCache(join(SLIPWAY_SIM_DATA, 'compile-cache'))
const [{ startSimulator }, { addSampleSandboxes }, { addSampleAbsences }, { addSampleDecommissions }] = await Promise.all([
  import('./simulator.ts'),
  import('./sampleSandboxes.ts'),
  import('./graph/sampleAbsences.ts'),
  import('./sampleDecommissions.ts'),
])

const sim = await startSimulator({ dataDir: SLIPWAY_SIM_DATA, basePort: Number(SLIPWAY_SIM_PORT), host: SLIPWAY_SIM_HOST })
addSampleSandboxes(sim)
addSampleAbsences(sim)
addSampleDecommissions(sim)
// A demonstration should behave like the real services, which are neither instant nor consistent.
sim.consistency.delayMs = 1500
sim.asyncDelayMs = 2500

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sim.close())

console.log(JSON.stringify({ ready: true, origins: sim.origins, identityBrowserOrigin: sim.identityBrowserOrigin, caFile: sim.caFile }))
