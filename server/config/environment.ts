import { readFileSync } from 'node:fs'

export type Environment = ReturnType<typeof openEnvironment>

export function openEnvironment(env: Record<string, string | undefined>) {
  const problems: string[] = []
  const known = new Set<string>()
  const read = (name: string): string | undefined => {
    known.add(name).add(`${name}_FILE`)
    const file = env[`${name}_FILE`]
    if (file === undefined) return env[name] === '' ? undefined : env[name]
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      problems.push(`${name}_FILE names ${file}, which can’t be read`)
      return undefined
    }
  }
  const need = (name: string, what: string): string => {
    const value = read(name)
    if (value === undefined) problems.push(`${name} is missing: ${what}`)
    return value ?? ''
  }
  const url = (name: string, what: string, https = false, fallback?: string): string => {
    const value = fallback === undefined ? need(name, what) : (read(name) ?? fallback)
    if (value === '') return value
    if (!URL.canParse(value)) problems.push(`${name} is not a URL: ${value}`)
    else if (https && new URL(value).protocol !== 'https:') problems.push(`${name} must be https: ${value}`)
    return value.replace(/\/+$/, '')
  }
  const integer = (name: string, fallback: number, low: number, high: number): number => {
    const text = read(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (!Number.isInteger(value) || value < low || value > high)
      problems.push(`${name} must be a whole number from ${low} to ${high}, not ${text}`)
    return value
  }
  const json = <T>(name: string, fallback: T): T => {
    const text = read(name)
    if (text === undefined) return fallback
    try {
      return JSON.parse(text) as T
    } catch {
      problems.push(`${name} is not valid JSON`)
      return fallback
    }
  }
  const list = (name: string): string[] =>
    (read(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  const choice = <T extends string>(name: string, first: T, ...others: T[]): T => {
    const value = read(name) ?? first
    const found = [first, ...others].find((each) => each === value)
    if (found === undefined) problems.push(`${name} must be ${[first, ...others].join(' or ')}, not ${value}`)
    return found ?? first
  }
  return {
    ...{ problems, read, need, url, integer, json, list, choice },
    given: () =>
      [...known]
        .filter((name) => !name.endsWith('_FILE'))
        .sort()
        .map((name) => ({ name, from: env[`${name}_FILE`] !== undefined ? 'file' : env[name] ? 'environment' : 'default' }) as const),
    /** Our settings that were never read. */
    unknown: () => Object.keys(env).filter((name) => name.startsWith('SLIPWAY_') && !known.has(name) && !name.startsWith('SLIPWAY_SIM_')),
  }
}
