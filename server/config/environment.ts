import { readFileSync } from 'node:fs'

export type Environment = ReturnType<typeof openEnvironment>

export function openEnvironment(env: Record<string, string | undefined>) {
  const problems: string[] = []
  const readNames = new Set<string>()
  const readVariable = (name: string): string | undefined => {
    readNames.add(name).add(`${name}_FILE`)
    const file = env[`${name}_FILE`]
    if (file === undefined) return env[name] === '' ? undefined : env[name]
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      problems.push(`${name}_FILE names ${file}, which can’t be read`)
      return undefined
    }
  }
  const requireVariable = (name: string, description: string): string => {
    const value = readVariable(name)
    if (value === undefined) problems.push(`${name} is missing: ${description}`)
    return value ?? ''
  }
  const url = (name: string, description: string, https = false, fallback?: string): string => {
    const value = fallback === undefined ? requireVariable(name, description) : (readVariable(name) ?? fallback)
    if (value === '') return value
    if (!URL.canParse(value)) problems.push(`${name} is not a URL: ${value}`)
    else if (https && new URL(value).protocol !== 'https:') problems.push(`${name} must be https: ${value}`)
    return value.replace(/\/+$/, '')
  }
  const integer = (name: string, fallback: number, minimum: number, maximum: number): number => {
    const text = readVariable(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (!Number.isInteger(value) || value < minimum || value > maximum)
      problems.push(`${name} must be a whole number from ${minimum} to ${maximum}, not ${text}`)
    return value
  }
  const json = <T>(name: string, fallback: T): T => {
    const text = readVariable(name)
    if (text === undefined) return fallback
    try {
      return JSON.parse(text) as T
    } catch {
      problems.push(`${name} is not valid JSON`)
      return fallback
    }
  }
  const readList = (name: string): string[] =>
    (readVariable(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  const choice = <T extends string>(name: string, defaultValue: T, ...otherValues: T[]): T => {
    const value = readVariable(name) ?? defaultValue
    const allowedValue = [defaultValue, ...otherValues].find((each) => each === value)
    if (allowedValue === undefined) problems.push(`${name} must be ${[defaultValue, ...otherValues].join(' or ')}, not ${value}`)
    return allowedValue ?? defaultValue
  }
  return {
    ...{ problems, read: readVariable, need: requireVariable, url, integer, json, list: readList, choice },
    sources: () =>
      [...readNames]
        .filter((name) => !name.endsWith('_FILE'))
        .sort()
        .map((name) => ({ name, from: env[`${name}_FILE`] !== undefined ? 'file' : env[name] ? 'environment' : 'default' }) as const),
    unknown: () =>
      Object.keys(env).filter((name) => name.startsWith('SLIPWAY_') && !readNames.has(name) && !name.startsWith('SLIPWAY_SIM_')),
  }
}
