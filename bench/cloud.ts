import { spawn } from 'node:child_process'
import type { Simulator } from '../simulator/core/simulator.ts'

type SimulatedCloud = Pick<Simulator, 'origins' | 'caFile'>

export async function startCloud(dataDir: string): Promise<{ cloud: SimulatedCloud; pid: number; stop(): void }> {
  const env = { ...process.env, SLIPWAY_SIM_DATA: dataDir, SLIPWAY_SIM_PORT: '0' }
  const child = spawn(process.execPath, ['simulator/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const cloud = await new Promise<SimulatedCloud>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString()) as SimulatedCloud))
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
  })
  return { cloud, pid: child.pid!, stop: () => child.kill() }
}
