import type { FastifyRequest } from 'fastify'
import type { JWTPayload } from 'jose'
import type { AsyncOutcome } from '../core/serviceApp.ts'
import type { Simulator } from '../core/simulator.ts'

export interface ArmRequest {
  sim: Simulator
  /** Path parameters keep the caller's spelling; resource IDs are compared case-insensitively. */
  params: Record<string, string>
  query: Record<string, string>
  body: Record<string, unknown>
  headers: FastifyRequest['headers']
  caller: JWTPayload
  asyncOutcome: AsyncOutcome
  method: string
  path: string
  apiVersion: string
}

export interface ArmReply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

export interface ArmRoute {
  method: string
  /**
   * In a path template, `{name}` is one segment; `{scope}` and other names ending in `Scope` or `Path` match any number of segments,
   * including none.
   */
  path: string
  handle: (request: ArmRequest) => ArmReply
}

export function ok(body: unknown, headers?: Record<string, string>): ArmReply {
  return { status: 200, body, ...(headers ? { headers } : {}) }
}

export function listOf(value: unknown[], nextLink?: string): ArmReply {
  return ok(nextLink === undefined ? { value } : { value, nextLink })
}

export function compileRoutes(routes: ArmRoute[]) {
  const compiled = routes.map((route) => ({ ...route, pattern: compilePath(route.path) }))
  return (method: string, path: string): { route?: ArmRoute; params: Record<string, string>; isPathKnown: boolean } => {
    let pathKnown = false
    for (const { pattern, ...route } of compiled) {
      const match = pattern.exec(path)
      if (!match) continue
      pathKnown = true
      if (route.method === method) return { route, params: { ...match.groups }, isPathKnown: pathKnown }
    }
    return { params: {}, isPathKnown: pathKnown }
  }
}

function compilePath(template: string): RegExp {
  const source = template
    .replace(/[.$]/g, '\\$&')
    .replace(/\/?\{(\w+)\}/g, (segment, name: string) =>
      /(scope|path)$/i.test(name)
        ? `(?<${name}>${segment.startsWith('/') ? '(?:/[^/]+)*' : '.*'})`
        : `${segment.startsWith('/') ? '/' : ''}(?<${name}>[^/]+)`,
    )
  return new RegExp(`^${source}/?$`, 'i')
}
