import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { countTests, type VitestReport } from './countTests.ts'
import { Problem } from './problem.ts'
import { buildWeb } from './webBuild.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const results = path.join(root, 'test/results')
const report = path.join(results, 'vitest.json')

/** Runs a tool of the project; true when it was content. */
function runs(tool: string, args: string[]): boolean {
  console.log(`\n> ${tool} ${args.join(' ')}`)
  return spawnSync(path.join(root, 'node_modules/.bin', tool), args, { cwd: root, stdio: 'inherit' }).status === 0
}

async function builds(): Promise<boolean> {
  console.log('> build of the browser part')
  try {
    await buildWeb(root)
    return true
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error)
    return false
  }
}

rmSync(report, { force: true })
mkdirSync(results, { recursive: true })
const checks = [await builds(), runs('tsc', ['--noEmit']), runs('biome', ['check'])]
// Only then is every call of the contract tried, which is looked at in the end.
if (process.argv.length === 2) process.env.SLIPWAY_TEST_WHOLE = '1'
const tests = runs('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)])
const { passed, failed, triedAgain } = countTests(
  existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as VitestReport) : undefined,
)
if (triedAgain.length > 0) console.log(`\nPassed only when tried again, each a fault to be found:\n\n${triedAgain.join('\n\n')}`)
const broken = failed + checks.filter((content) => !content).length
// A run that vitest calls failed without a failed test (an error between the tests) is a failure all the same.
const line = `${passed} passed, ${broken === 0 && (!tests || passed === 0) ? 1 : broken} failed`
writeFileSync(path.join(results, 'count.txt'), `${line}\n`)
console.log(`\n${line}`)
process.exitCode = line.endsWith(', 0 failed') ? 0 : 1
