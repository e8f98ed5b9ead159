import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** A screen's size is in KB after gzip, of everything that a browser fetches for it. */
export interface RouteSize {
  screen: string
  /** Excludes the entry. */
  own: number
  /** Includes the entry: the size of a first visit. */
  first: number
}

/** Reads scripts and styles of every screen from the build's manifest. A screen is a lazily loaded module called …Page. */
export function routeSizes(dist: string): RouteSize[] {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const weights = new Map<string, number>()
  const weigh = (file: string) => {
    const known = weights.get(file) ?? gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length
    weights.set(file, known)
    return known
  }
  const filesOf = (key: string, files = new Set<string>()): Set<string> => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return files
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const imported of chunk.imports ?? []) filesOf(imported, files)
    return files
  }
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('the build has no entry')
  const shared = filesOf(entry)
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + weigh(file), 0) / 1000
  return Object.entries(manifest)
    .filter(([key, chunk]) => chunk.isDynamicEntry && /Page\.tsx$/.test(key))
    .map(([key]) => {
      const own = sum([...filesOf(key)].filter((file) => !shared.has(file)))
      return { screen: path.basename(key, '.tsx').replace(/Page$/, ''), own, first: sum(shared) + own }
    })
    .sort((a, b) => b.own - a.own)
}
