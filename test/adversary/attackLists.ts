import { readdirSync } from 'node:fs'
import type { Attack } from './attack.ts'

export async function attackLists(): Promise<Attack[]> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.attacks.ts'))
  const modules = await Promise.all(files.map((name) => import(new URL(name, import.meta.url).href) as Promise<Record<string, unknown>>))
  return modules.flatMap((module) => Object.values(module).filter(Array.isArray).flat()) as Attack[]
}
