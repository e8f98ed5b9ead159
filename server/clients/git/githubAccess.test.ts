import { expect, it } from 'vitest'
import type { Send } from '../pipeline.ts'
import { fetchGithubAccess } from './githubAccess.ts'

const root = '/repos/northgate/landing-zones'
/** GitHub responds as if a repository that the token can't see didn't exist. */
const sendWithStatus = (statusOf: (path: string) => number) => (async ({ path }) => ({ status: statusOf(path) })) as Send

it('reports every permission as missing in a repository that the token can’t see', async () => {
  const check = await fetchGithubAccess(
    sendWithStatus(() => 404),
    root,
    undefined,
  )
  expect(check.missing).toHaveLength(4)
  expect([check.granted, check.unverified]).toEqual([[], []])
})

it('accepts a repository that has no branch yet', async () => {
  const check = await fetchGithubAccess(
    sendWithStatus((path) => (path.endsWith('/pulls') ? 200 : 404)),
    root,
    undefined,
  )
  expect(check.missing).toEqual([])
})
