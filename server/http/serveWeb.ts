import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../errors.ts'
import { serveCached } from './serveCached.ts'

const webDistPath = fileURLToPath(new URL('../../web/dist', import.meta.url))

const isFile = (name: string) => /\.\w+$/.test(name) && !/(^|\/)\./.test(name)

/** Serves the web app under `/app/`. Hashed files are cached for a year, and any path without a file extension gets the page. */
export async function serveWeb(app: FastifyInstance, dist = webDistPath): Promise<void> {
  app.addContentTypeParser(
    ['application/reports+json', 'application/csp-report'],
    { parseAs: 'string', bodyLimit: 65_536 },
    (_request, body, done) => done(null, String(body)),
  )
  app.post(
    '/csp-reports',
    { config: { rateLimit: { max: 30, timeWindow: '1 minute' } }, schema: { hide: true } },
    async (request, response) => {
      request.log.warn({ report: String(request.body).slice(0, 2_000) }, 'the browser reported a security policy violation')
      return response.code(204).send()
    },
  )
  app.get('/', { schema: { hide: true } }, async (_request, response) => response.redirect('/app/', 303))
  app.get('/reference', { schema: { hide: true } }, async (_request, response) => response.redirect('/app/reference', 303))
  app.get('/app', { schema: { hide: true } }, async (_request, response) => response.redirect('/app/', 303))
  if (!existsSync(`${dist}/index.html`)) return
  const sendPage = serveCached('text/html; charset=utf-8', () => readFileSync(`${dist}/index.html`))
  await app.register(staticFiles, {
    root: dist,
    serve: false, // A route for each file would make the start take longer than all operations together.
    cacheControl: false,
    preCompressed: true,
    setHeaders: (response, path) =>
      void response.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  })
  const files = new Set(
    readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter(isFile),
  )
  app.get('/app/*', { schema: { hide: true } }, async (request, response) => {
    const path = (request.params as { '*': string })['*']
    if (files.has(path)) return response.sendFile(path)
    if (/[.\\%]|(^|\/)\.\.?(\/|$)/.test(path)) throw new Failure('notFound', 'This file doesn’t exist.')
    return sendPage(request, response)
  })
}
