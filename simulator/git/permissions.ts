import type { FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'

/**
 * Fine-grained tokens and apps need these permissions, by method and path below the repository; the first match wins. Source: GitHub's
 * "Permissions required for fine-grained personal access tokens"; write includes read.
 */
const needed: [method: RegExp, path: RegExp, permission: string][] = [
  [/GET/, /^\/commits\/.*\/status$/, 'statuses=read'],
  [/GET/, /^\/commits\/.*\/check-runs$/, 'checks=read'],
  [/GET/, /^\/pulls/, 'pull_requests=read'],
  [/PUT/, /^\/pulls\/\d+\/merge$/, 'contents=write'],
  [/./, /^\/pulls/, 'pull_requests=write'],
  [/GET/, /./, 'contents=read'],
  [/./, /./, 'contents=write'],
]

export function lackingPermission(sim: Simulator, { method, url }: FastifyRequest): string | undefined {
  const path = /^\/repos\/[^/]+\/[^/]+(\/[^?]*)/.exec(url)?.[1] ?? ''
  const permission = needed.find(([methods, paths]) => methods.test(method) && paths.test(path))?.[2]
  if (permission === undefined) return undefined
  const held = sim.permissions.held('GitHub')
  const enough = [permission, permission.replace('=read', '=write')].find((each) => held.includes(each))
  if (enough === undefined) return permission
  sim.permissions.use({ service: 'GitHub', name: enough })
  return undefined
}
