import { randomUUID } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Exchange } from '../simulator/core/exchangeLog.ts'
import type { Simulator } from '../simulator/core/simulator.ts'

export interface Call {
  operation: string
  caller: string
}

export const slipway = 'Slipway'

/** Masks names and IDs, so that each operation counts once. */
export function operationOf({ service, method, path: url }: Pick<Exchange, 'service' | 'method' | 'path'>): string {
  const segments = decodeURIComponent(url).split('/').filter(Boolean)
  const template = (templates[service] ?? maskIds)(segments).join('/')
  return `${service} ${method} /${template}`
}

const mask = '{}'
const isId = (text: string) => /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32}|[\da-f]{40}|\d+)$/i.test(text) || text.includes('@')
const maskIds = (segments: string[]) => segments.map((segment) => (isId(segment) ? mask : segment))

const templates: Record<string, (segments: string[]) => string[]> = {
  arm: (segments) => ofScope(pairs(segments)),
  graph: (segments) => maskIds(segments.flatMap((segment) => segment.replace(/^(\w+)\((.+)\)$/, `$1/${mask}`).split('/'))),
  keyvault: ([, collection = '', name, version]) => [
    ...[collection, name && mask].filter((each) => each !== undefined),
    ...(version === undefined ? [] : maskIds([version])),
  ],
  git: (segments) => (segments[0] === 'repos' ? ['repos', mask, mask, ...ofGitHub(segments.slice(3))] : maskIds(segments)),
  azuredevops: ofAzureDevOps,
  argocd: (segments) =>
    segments[2] === 'account'
      ? [...segments.slice(0, 4), mask, mask]
      : [...segments.slice(0, 3), ...segments.slice(3).map((segment, n) => (n % 2 === 0 ? mask : segment))],
  stores: maskIds,
  monitor: ([, ...segments]) => maskIds(segments),
  // A webhook’s complete URL is secret.
  chat: () => [mask],
  servicenow: maskIds,
}

const fixedNames = new Set(['default', 'latest', 'management'])

/** In ARM paths a name follows each type, except at the end and after `providers`. */
function pairs(segments: string[]): string[] {
  let isName = false
  return segments.map((segment, n) => {
    const provider = segments[n - 1]?.toLowerCase() === 'providers'
    const maskedSegment = isName && !provider && !fixedNames.has(segment.toLowerCase()) ? mask : segment
    isName = provider || segment.toLowerCase() === 'providers' ? false : !isName
    return maskedSegment
  })
}

const anyScope = /^microsoft\.(authorization|consumption|resources\/tags|insights\/metrics)/i

/** Operations that exist for subscriptions, groups and resources alike count as the same. */
function ofScope(segments: string[]): string[] {
  const position = segments.findLastIndex((segment) => segment.toLowerCase() === 'providers')
  return position > 0 && anyScope.test(segments.slice(position + 1).join('/')) ? ['{scope}', ...segments.slice(position)] : segments
}

function ofGitHub(segments: string[]): string[] {
  const [area = '', secondName = ''] = segments
  if (area === 'git' && /^refs?$/.test(secondName) && segments.length > 2) return [area, secondName, mask]
  if ((area === 'contents' || area === 'compare') && segments.length > 1) return [area, mask]
  return segments.map((segment, n) => (isId(segment) || (area === 'commits' && n === 1) ? mask : segment))
}

function ofAzureDevOps(segments: string[]): string[] {
  const position = segments.indexOf('_apis')
  const laterSegments = segments
    .slice(position + 1)
    .map((segment, n, allSegments) => (isId(segment) || allSegments[n - 1] === 'repositories' ? mask : segment))
  return [...segments.slice(0, position).map(() => mask), '_apis', ...laterSegments]
}

function callerOf({ 'user-agent': agent = '', sdkversion = '' }: Record<string, string>): string | undefined {
  if (agent.startsWith('Slipway ')) return slipway
  const [, azure] = /\bazsdk-js-((?:arm|keyvault|monitor)-[\w-]+)\//.exec(agent) ?? []
  if (azure) return `@azure/${azure}`
  if (agent.startsWith('octokit-core.js/')) return '@octokit/core'
  if (/^node-\w+-api\b/.test(agent) || agent.startsWith('devops')) return 'azure-devops-node-api'
  return sdkversion.startsWith('graph-js/') ? '@microsoft/microsoft-graph-client' : undefined
}

/** Services that are not listed, because the vendor’s library fetches tokens and only tests use the controls. */
const notListed = new Set(['identity', 'control', 'mail'])

function callsOf(exchange: Exchange): Call[] {
  const caller = callerOf(exchange.requestHeaders)
  if (caller === undefined || notListed.has(exchange.service)) return []
  const { requests = [] } = (/\$batch$/.test(exchange.path) ? exchange.requestBody : {}) as { requests?: { method: string; url: string }[] }
  const parts = requests.map(({ method, url }) => ({ service: exchange.service, method, path: `/v1.0${url.split('?')[0]}` }))
  return [exchange, ...parts].map((part) => ({ operation: operationOf(part), caller }))
}

export function recordCallsTo(simulator: Simulator, dir: string): void {
  const file = path.join(dir, randomUUID())
  const visited = new Set<string>()
  simulator.exchanges.onExchange((exchange) => {
    if (exchange.status >= 300) return
    for (const call of callsOf(exchange)) {
      const line = JSON.stringify(call)
      if (visited.has(line)) continue
      visited.add(line)
      appendFileSync(file, `${line}\n`)
    }
  })
}

export function readCalls(dir: string): Call[] {
  const lines = readdirSync(dir).flatMap((name) => readFileSync(path.join(dir, name), 'utf8').split('\n').filter(Boolean))
  return lines.map((line) => JSON.parse(line) as Call)
}
