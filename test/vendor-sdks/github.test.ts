import { generateKeyPairSync } from 'node:crypto'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gitToken } from '../../simulator/core/constants.ts'
import { putGitApp } from '../../simulator/git/installations.ts'
import { type Cloud, startCloud } from './cloud.ts'

let cloud: Cloud
let octokit: Octokit
beforeAll(async () => {
  cloud = await startCloud()
  cloud.sim.asyncDelayMs = 40
  octokit = new Octokit({ auth: gitToken, baseUrl: cloud.sim.origins.git })
})
afterAll(() => cloud.close())

const repository = { owner: 'northgate', repo: 'landing-zones' }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const mainSha = async () =>
  (await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...repository, ref: 'heads/main' })).data.object.sha
const newBranch = async (name: string) =>
  octokit.request('POST /repos/{owner}/{repo}/git/refs', { ...repository, ref: `refs/heads/${name}`, sha: await mainSha() })

it('writes, reads and deletes files on a branch that it creates from a commit', async () => {
  const branch = 'stranger/files'
  expect((await newBranch(branch)).status).toBe(201)
  await expect(newBranch(branch)).rejects.toMatchObject({ status: 422, message: expect.stringMatching(/already exists/) })
  const file = { ...repository, path: 'accounts/stranger/account.json' }
  const put = await octokit.request('PUT /repos/{owner}/{repo}/contents/{path}', {
    ...file,
    branch,
    message: 'Add',
    content: base64('{"é":1}'),
  })
  expect(put.status).toBe(201)
  const { data: contentData } = await octokit.request('GET /repos/{owner}/{repo}/contents/{path}', { ...file, ref: branch })
  if (Array.isArray(contentData) || contentData.type !== 'file') throw new Error('This should be a file.')
  expect(Buffer.from(contentData.content, 'base64').toString()).toBe('{"é":1}')
  const { data: folder } = await octokit.request('GET /repos/{owner}/{repo}/contents/{path}', {
    ...repository,
    path: 'accounts/stranger',
    ref: branch,
  })
  expect(folder).toMatchObject([{ type: 'file', name: 'account.json' }])
  const staleUpdate = { ...file, branch, message: 'Change', content: base64('{}'), sha: '0'.repeat(40) }
  await expect(octokit.request('PUT /repos/{owner}/{repo}/contents/{path}', staleUpdate)).rejects.toMatchObject({ status: 409 })
  await octokit.request('DELETE /repos/{owner}/{repo}/contents/{path}', { ...file, branch, message: 'Remove', sha: contentData.sha })
  const missingError = await octokit
    .request('GET /repos/{owner}/{repo}/contents/{path}', { ...file, ref: branch })
    .catch((error: unknown) => error)
  expect(missingError).toMatchObject({ name: 'HttpError', status: 404 })
})

it('commits a tree, opens a pull request for it and merges the pull request', async () => {
  const branch = 'stranger/tree'
  await newBranch(branch)
  const head = await mainSha()
  const { data: before } = await octokit.request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', {
    ...repository,
    commit_sha: head,
  })
  const { data: tree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', {
    ...repository,
    base_tree: before.tree.sha,
    tree: [{ path: 'accounts/tree/a.json', mode: '100644', type: 'blob', content: '{}' }],
  })
  const { data: commit } = await octokit.request('POST /repos/{owner}/{repo}/git/commits', {
    ...repository,
    message: 'Add an account',
    tree: tree.sha,
    parents: [head],
  })
  await octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', {
    ...repository,
    ref: `heads/${branch}`,
    sha: commit.sha,
    force: false,
  })
  const { data: pull } = await octokit.request('POST /repos/{owner}/{repo}/pulls', {
    ...repository,
    head: branch,
    base: 'main',
    title: 'Add',
  })
  expect(pull).toMatchObject({ state: 'open', head: { ref: branch, sha: commit.sha } })
  await expect(
    octokit.request('POST /repos/{owner}/{repo}/pulls', { ...repository, head: branch, base: 'main', title: 'Add' }),
  ).rejects.toMatchObject({ status: 422 })
  const { data: pullRequests } = await octokit.request('GET /repos/{owner}/{repo}/pulls', {
    ...repository,
    head: `northgate:${branch}`,
    state: 'all',
  })
  expect(pullRequests.map(({ number }) => number)).toEqual([pull.number])
  const { data: compared } = await octokit.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
    ...repository,
    basehead: `main...${branch}`,
  })
  expect(compared.files!.map(({ filename }) => filename)).toEqual(['accounts/tree/a.json'])
  await expect
    .poll(async () => {
      const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', { ...repository, ref: commit.sha })
      return data.check_runs.length > 0 && data.check_runs.every(({ conclusion }) => conclusion === 'success')
    })
    .toBe(true)
  const { data: status } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/status', { ...repository, ref: commit.sha })
  expect(status).toMatchObject({ sha: commit.sha, statuses: expect.any(Array) })
  const merge = { ...repository, pull_number: pull.number, sha: commit.sha, merge_method: 'squash' as const }
  const movedPromise = octokit.request('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', { ...merge, sha: '0'.repeat(40) })
  await expect(movedPromise).rejects.toMatchObject({ status: 409 })
  const { data: mergeResult } = await octokit.request('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', merge)
  expect(mergeResult.merged).toBe(true)
  const { data: after } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
    ...repository,
    pull_number: pull.number,
  })
  expect(after).toMatchObject({ state: 'closed', merged: true, merge_commit_sha: mergeResult.sha })
  expect(await mainSha()).toBe(mergeResult.sha)
  await octokit.request('DELETE /repos/{owner}/{repo}/git/refs/{ref}', { ...repository, ref: `heads/${branch}` })
  await expect(octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...repository, ref: `heads/${branch}` })).rejects.toMatchObject(
    {
      status: 404,
    },
  )
})

it('closes a pull request without a merge', async () => {
  const branch = 'stranger/closed'
  await newBranch(branch)
  await octokit.request('PUT /repos/{owner}/{repo}/contents/{path}', {
    ...repository,
    path: 'accounts/closed/account.json',
    branch,
    message: 'Add',
    content: base64('{}'),
  })
  const { data: pull } = await octokit.request('POST /repos/{owner}/{repo}/pulls', {
    ...repository,
    head: branch,
    base: 'main',
    title: 'Add',
  })
  const { data: closedPullRequest } = await octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
    ...repository,
    pull_number: pull.number,
    state: 'closed',
  })
  expect(closedPullRequest).toMatchObject({ state: 'closed', merged: false })
})

it('pages through pull requests with the links in the response', async () => {
  const numbers: number[] = []
  for (let url: string | undefined = '/repos/northgate/landing-zones/pulls?state=all&per_page=1'; url; ) {
    const { data, headers }: { data: { number: number }[]; headers: { link?: string } } = await octokit.request(`GET ${url}`)
    numbers.push(...data.map(({ number }) => number))
    url = /<([^>]+)>; rel="next"/.exec(headers.link ?? '')?.[1]
  }
  expect(numbers.length).toBeGreaterThanOrEqual(2)
  expect(new Set(numbers).size).toBe(numbers.length)
})

it('reports the delay when requests are throttled', async () => {
  cloud.throttleOnce('git', '/git/ref/', { 'x-ratelimit-remaining': '0' })
  const failure = await mainSha().catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'HttpError', status: 429, response: { headers: { 'retry-after': '1' } } })
})

it('signs in as an app that is installed for the repository', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  putGitApp(cloud.sim, {
    appId: 4711,
    clientId: 'Iv23liStranger',
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    installationId: 48,
    permissions: { contents: 'write' },
  })
  const auth = { appId: 4711, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), installationId: 48 }
  const asApp = new Octokit({ authStrategy: createAppAuth, auth, baseUrl: cloud.sim.origins.git })
  const { data } = await asApp.request('GET /repos/{owner}/{repo}', repository)
  expect(data.full_name).toBe('northgate/landing-zones')
  const installationToken = (await asApp.auth({ type: 'installation' })) as { token: string; expiresAt: string; permissions: object }
  expect(installationToken).toMatchObject({ token: expect.stringMatching(/^ghs_/), permissions: { contents: 'write', metadata: 'read' } })
  expect(Date.parse(installationToken.expiresAt)).toBeGreaterThan(Date.now() + 3_500_000)
  const otherInstallation = new Octokit({
    authStrategy: createAppAuth,
    auth: { ...auth, installationId: 1 },
    baseUrl: cloud.sim.origins.git,
  })
  await expect(otherInstallation.request('GET /repos/{owner}/{repo}', repository)).rejects.toMatchObject({ status: 404 })
})
