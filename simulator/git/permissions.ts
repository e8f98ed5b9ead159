import type { FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'

/**
 * Fine-grained tokens and apps need these permissions, by method and path below the repository; the first match wins. Source: GitHub's
 * "Permissions required for fine-grained personal access tokens"; write includes read.
 */
const requiredPermissions: [method: RegExp, path: RegExp, permission: string][] = [
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
  const permission = requiredPermissions.find(([methods, paths]) => methods.test(method) && paths.test(path))?.[2]
  if (permission === undefined) return undefined
  const permissions = sim.permissions.held('GitHub')
  const sufficientPermission = [permission, permission.replace('=read', '=write')].find((each) => permissions.includes(each))
  if (sufficientPermission === undefined) return permission
  sim.permissions.use({ service: 'GitHub', name: sufficientPermission })
  return undefined
}
