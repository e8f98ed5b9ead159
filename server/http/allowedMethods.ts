import type { FastifyInstance } from 'fastify'

/** `:id` matches any segment, `:id(^name$)` that name, and `*` the rest of the path. */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    const name = /^:\w+\(\^(\w+)\$\)$/.exec(segment)?.[1]
    if (name) return name
    if (segment.startsWith(':')) return '[^/]+'
    return segment === '*' ? '.*' : RegExp.escape(segment)
  })
  return new RegExp(`^${segments.join('/')}$`)
}

/** Follows the routes registered from now on. Returns a function that lists the methods of a path; empty if it has no route. */
export function followMethods(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const each of [method].flat()) route.methods.add(each)
    routes.set(url, route)
  })
  return (path) => {
    const matching = [...routes.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort()
  }
}
