import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '../scripts/webBuild.ts'
import { benchmarks } from './benchmarks.ts'
import { printTable } from './report.ts'

interface Chunk {
  file: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
  assets?: string[]
}

/** Sizes are in KB (1,000 bytes) after brotli compression. */
export interface ScreenSize {
  screen: string
  js: number
  css: number
  /** The Latin characters of the font Inter. They don't count towards the goal, because text can be read before the font has loaded. */
  fonts: number
  /** A first visit counts the page, its start script, styles, scripts and font. */
  requests: number
  further: number
  furtherRequests: number
}

const { 'largest first screen': first, 'largest later screen': further, 'requests of a first screen': requests } = benchmarks.web.goals
export const goals = { first: first.max, further: further.max, requests: requests.max }
const alwaysRequested = 1

/** Reads what a browser fetches for each screen from the build's manifest. A screen is a lazily loaded module called …Page. */
export function screenSizes(dist: string): ScreenSize[] {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const sizeOf = (file: string) => {
    const compressed = statSync(path.join(dist, `${file}.br`), { throwIfNoEntry: false })
    return (compressed ?? statSync(path.join(dist, file))).size / 1_000
  }
  const filesOf = (key: string, files = new Set<string>()): Set<string> => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return files
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const imported of chunk.imports ?? []) filesOf(imported, files)
    return files
  }
  const sum = (files: Iterable<string>, ending = '') =>
    [...files].reduce((total, file) => total + (file.endsWith(ending) ? sizeOf(file) : 0), 0)
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('the build has no entry')
  const sharedFiles = filesOf(entry)
  // The manifest doesn't list the start script.
  for (const name of readdirSync(path.join(dist, 'assets'))) if (/^start-.*\.js$/.test(name)) sharedFiles.add(`assets/${name}`)
  const fonts = Object.values(manifest).flatMap(({ file }) => (/inter-latin-wght.*\.woff2$/.test(file) ? [file] : []))
  return Object.entries(manifest)
    .filter(([key, chunk]) => chunk.isDynamicEntry && /Page\.tsx$/.test(key))
    .map(([key]) => {
      const further = [...filesOf(key)].filter((file) => !sharedFiles.has(file))
      const allFiles = [...sharedFiles, ...further]
      return {
        screen: key.replace(/^features\//, '').replace(/Page\.tsx$/, ''),
        js: sum(allFiles, '.js'),
        css: sum(allFiles, '.css'),
        fonts: sum(fonts),
        requests: alwaysRequested + allFiles.length + fonts.length,
        further: sum(further),
        furtherRequests: further.length,
      }
    })
    .sort((a, b) => b.js - a.js)
}

export function missesGoal({ js, css, requests, further }: ScreenSize): boolean {
  return js + css > goals.first || requests > goals.requests || further > goals.further
}

export function printSizes(dist: string): ScreenSize[] {
  const sizes = screenSizes(dist)
  const kb = (size: number) => size.toFixed(1)
  printTable(
    [
      'screen',
      'JS',
      'CSS',
      `JS + CSS (${goals.first})`,
      'font',
      `requests (${goals.requests})`,
      `later screen: KB (${goals.further})`,
      'requests',
      'verdict',
    ],
    sizes.map((size) => [
      size.screen,
      ...[size.js, size.css, size.js + size.css, size.fonts].map(kb),
      String(size.requests),
      kb(size.further),
      String(size.furtherRequests),
      missesGoal(size) ? '**missed**' : 'met',
    ]),
  )
  const missedCount = sizes.filter(missesGoal).length
  console.log(`${sizes.length - missedCount} of ${sizes.length} screens meet the goals; sizes in KB after brotli.\n`)
  return sizes
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  await buildWeb(root)
  if (printSizes(path.join(root, 'web/dist')).some(missesGoal)) process.exitCode = 1
}
