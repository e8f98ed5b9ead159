import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Row } from './verdict.ts'

const timeoutMs = 7_200_000

/** Runs a benchmark and returns its rows. A benchmark that crashes, or takes more than two hours, has none. Its output goes to stderr. */
export async function collectRows(program: URL, args: readonly string[] = []): Promise<Row[]> {
  const child = fork(program, args, { execArgv: [], stdio: ['ignore', 2, 2, 'ipc'], timeout: timeoutMs })
  let rows: Row[] = []
  child.on('message', (message) => {
    rows = message as Row[]
  })
  const [code] = await once(child, 'close')
  return code === 0 ? rows : []
}
