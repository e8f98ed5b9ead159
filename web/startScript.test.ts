import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildWeb } from '../scripts/webBuild.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const assets = path.join(root, 'web/dist/assets')

describe('startScript', () => {
  let script: string
  beforeAll(async () => {
    await buildWeb(root)
    const file = readdirSync(assets).find((name) => /^start-.*\.js$/.test(name))
    script = readFileSync(path.join(assets, file!), 'utf8')
  })
  const start = (pathname: string) => {
    const links: { href?: string }[] = []
    const fetched: string[] = []
    const document = {
      documentElement: { dataset: {} },
      createElement: () => ({}),
      head: { append: (link: { href?: string }) => links.push(link) },
    }
    const fetch = (url: string) => {
      fetched.push(url)
      return Promise.resolve()
    }
    runInNewContext(script, { document, location: { pathname }, localStorage: { getItem: () => null }, window: {}, fetch })
    return { files: links.map(({ href = '' }) => href.replace(/^\/app\/assets\//, '')), fetched }
  }

  it.each([
    ['/app/', 'HomePage'],
    ['/app', 'HomePage'],
    ['/app/accounts', 'AccountsPage'],
    ['/app/accounts/', 'AccountsPage'],
    ['/app/accounts/0192f3c4', 'AccountPage'],
    ['/app/accounts/request', 'RequestWizardPage'],
    ['/app/access/reviews/new', 'NewReviewPage'],
    ['/app/requests', 'RequestsScreen'],
  ])('loads the session and the files of the screen at %s', (pathname, screen) => {
    const { files, fetched } = start(pathname)
    expect(fetched).toEqual(['/me'])
    expect(files.filter((file) => /(Page|Screen)-/.test(file)).map((file) => file.split('-')[0])).toEqual([screen])
    for (const file of files) expect(readdirSync(assets)).toContain(file)
  })

  it('replaces the two scripts that it joins in the page', () => {
    const page = readFileSync(path.join(root, 'web/dist/index.html'), 'utf8')
    expect([...page.matchAll(/<script src="([^"]+)"/g)].map(([, src]) => src)).toEqual([expect.stringMatching(/^\/app\/assets\/start-/)])
  })

  it('loads no screen at an unknown path', () => {
    expect(start('/app/nowhere/at/all').files).toEqual([])
  })
})
