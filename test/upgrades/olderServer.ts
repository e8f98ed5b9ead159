import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { simulatorEnv } from '../../scripts/simulatorEnv.ts'

export interface OlderServer {
  program: string
  simulatorEnv: typeof simulatorEnv
  close(): void
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = ['client', 'sample', 'scripts', 'server', 'simulator', 'package.json']

/**
 * Writes the server of an earlier commit to a folder. It uses the packages of this version.
 * @returns undefined if the history doesn't have the commit, for example in an archive
 */
export function openOlderServer(commit: string): OlderServer | undefined {
  const archive = readArchive(commit)
  if (!archive) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-older-'))
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return {
    program: path.join(folder, 'server/main.ts'),
    simulatorEnv: ({ origins, caFile }) => JSON.parse(runModule(folder, 'scripts/simulatorEnv.ts', 'simulatorEnv', { origins, caFile })),
    close: () => rmSync(folder, { recursive: true }),
  }
}

/** Calls a function of the earlier version in a process of its own. @returns its result as JSON */
function runModule(folder: string, file: string, name: string, argument: unknown): string {
  const { href } = pathToFileURL(path.join(folder, file))
  const program = `import { ${name} } from '${href}'; console.log(JSON.stringify(${name}(${JSON.stringify(argument)})))`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
}

function readArchive(commit: string): Buffer | undefined {
  try {
    return execFileSync('git', ['archive', commit, ...folders], { cwd: root, stdio: 'pipe', maxBuffer: 268_435_456 })
  } catch {
    return undefined
  }
}
