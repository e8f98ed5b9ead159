import { serverBundle } from './serverBundle.ts'
import { type ServerProcess, type ServerWorld, spawnServer } from './spawnServer.ts'
import { waitForIdle } from './waitForIdle.ts'

export type { ServerProcess } from './spawnServer.ts'

export async function startServer(world: ServerWorld): Promise<ServerProcess> {
  const program = await serverBundle()
  await waitForIdle(world.databaseUrl)
  return spawnServer(program, world)
}
