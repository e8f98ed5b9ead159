import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { countTests, filesToRetry, type VitestReport } from './countTests.ts'
import { Problem } from './problem.ts'
import { buildServer } from './serverBuild.ts'
import { buildWeb } from './webBuild.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const results = path.join(root, 'test/results')
const report = path.join(results, 'vitest.json')
const secondReport = path.join(results, 'vitest-again.json')
const problems = path.join(results, 'problems.txt')

function runs(tool: string, args: string[]): boolean {
  console.log(`\n> ${tool} ${args.join(' ')}`)
  return spawnSync(path.join(root, 'node_modules/.bin', tool), args, { cwd: root, stdio: 'inherit' }).status === 0
}

/** Prints the output when the tool has ended, because checks run concurrently. */
const checks = (tool: string, args: string[]): Promise<boolean> =>
  new Promise((resolve) =>
    execFile(path.join(root, 'node_modules/.bin', tool), args, { cwd: root, maxBuffer: 100_000_000 }, (error, stdout, stderr) => {
      console.log(`\n> ${tool} ${args.join(' ')}\n${stdout}${stderr}`)
      resolve(error === null)
    }),
  )

async function builds(): Promise<boolean> {
  try {
    await Promise.all([buildWeb(root), buildServer(root)])
    console.log('\n> build of the browser part and of the server')
    return true
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error)
    return false
  }
}

const readReport = (file: string) => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as VitestReport) : undefined)
const test = (file: string, args: string[]) =>
  runs('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args])

for (const file of [report, secondReport, problems]) rmSync(file, { force: true })
mkdirSync(results, { recursive: true })
const args = process.argv.slice(2)
// A run of single files skips the checks to be fast; files that need the browser part build it themselves.
const checked = args.some((arg) => existsSync(arg))
  ? []
  : await Promise.all([builds(), checks('tsc', ['--noEmit']), checks('biome', ['check'])])
// The last test checks that every call of the contract was tested, which only a whole run can show.
if (args.length === 0) process.env.SLIPWAY_TEST_WHOLE = '1'
let tests = test(report, args)
// A second run of some files must not change the result for all files together.
const globalProblems = existsSync(problems) ? readFileSync(problems, 'utf8').trim() : ''
delete process.env.SLIPWAY_TEST_WHOLE
const filesToRepeat = filesToRetry(readReport(report))
if (!tests && filesToRepeat.length > 0) {
  console.log(`\nRetrying ${filesToRepeat.length} failed test files, each in its own environment`)
  tests = test(secondReport, filesToRepeat) && globalProblems === ''
}
const { passed, failed, retried } = countTests(readReport(report), readReport(secondReport))
if (retried.length > 0) console.log(`\nPassed only on the second run (flaky, to be fixed):\n\n${retried.join('\n\n')}`)
const brokenCount = failed + checked.filter((isGood) => !isGood).length + (globalProblems === '' ? 0 : 1)
// A run can fail without a failed test, because of an error between tests.
const line = `${passed} passed, ${brokenCount === 0 && (!tests || passed === 0) ? 1 : brokenCount} failed`
writeFileSync(path.join(results, 'count.txt'), `${line}\n`)
console.log(`\n${line}`)
process.exitCode = line.endsWith(', 0 failed') ? 0 : 1
