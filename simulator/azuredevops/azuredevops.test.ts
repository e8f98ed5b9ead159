import { rmSync } from 'node:fs'
import { Octokit } from '@octokit/core'
import { getPersonalAccessTokenHandler, WebApi } from 'azure-devops-node-api'
import {
  GitPullRequestMergeStrategy,
  GitStatusState,
  GitVersionType,
  ItemContentType,
  PullRequestAsyncStatus,
  PullRequestStatus,
  VersionControlChangeType,
  VersionControlRecursionType,
} from 'azure-devops-node-api/interfaces/GitInterfaces.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { simulatorFolder } from '../../test/simulatorFolder.ts'
import { trust } from '../../test/trust.ts'
import { until } from '../../test/until.ts'
import { azureDevOpsToken, gitToken } from '../core/constants.ts'
import type { Exchange } from '../core/exchangeLog.ts'
import type { Simulator } from '../core/simulator.ts'
import { startSimulator } from '../simulator.ts'
import { projectId } from './presentation.ts'
import { azureDevOpsValidator } from './wireValidator.fixture.ts'

const dataDir = simulatorFolder()
const exchanges: Exchange[] = []
let sim: Simulator
beforeAll(async () => {
  sim = await startSimulator({ dataDir })
  sim.asyncDelayMs = 40
  sim.exchanges.onExchange((exchange) => exchange.service === 'azuredevops' && exchanges.push(exchange))
  trust(sim.caPem)
})
afterAll(async () => {
  await sim.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const project = 'cloud-platform'
const repository = 'landing-zones'

it('lets Microsoft’s own client change a branch and merge it', async () => {
  const web = new WebApi(`${sim.origins.azuredevops}/northgate`, getPersonalAccessTokenHandler(azureDevOpsToken), {
    cert: { caFile: sim.caFile },
  } as object)
  const git = await web.getGitApi()
  const policy = await web.getPolicyApi()
  expect(await git.getRepository(repository, project)).toMatchObject({ name: repository, defaultBranch: 'refs/heads/main' })
  const [main] = await git.getRefs(repository, project, 'heads/main')
  expect(main).toMatchObject({ name: 'refs/heads/main', objectId: expect.stringMatching(/^[0-9a-f]{40}$/) })

  const name = 'refs/heads/slipway/by-client'
  const [created] = await git.updateRefs([{ name, oldObjectId: '0'.repeat(40), newObjectId: main!.objectId! }], repository, project)
  expect(created).toMatchObject({ success: true, name })
  const [repeated] = await git.updateRefs([{ name, oldObjectId: '0'.repeat(40), newObjectId: main!.objectId! }], repository, project)
  expect(repeated).toMatchObject({ success: false })

  const item = { path: '/accounts/by-client/catalogue/key-vault.json' }
  const change = {
    changeType: VersionControlChangeType.Add,
    item,
    newContent: { content: '{ "é": 1 }', contentType: ItemContentType.RawText },
  }
  const push = { refUpdates: [{ name, oldObjectId: main!.objectId! }], commits: [{ comment: 'Add an account', changes: [change] }] }
  const pushResponse = await git.createPush(push, repository, project)
  const head = pushResponse.commits![0]!.commitId!
  await expect(git.createPush(push, repository, project)).rejects.toMatchObject({ statusCode: 409 })
  const version = { version: 'slipway/by-client', versionType: GitVersionType.Branch }
  const fetchedItem = await git.getItem(repository, item.path, project, undefined, undefined, undefined, undefined, false, version, true)
  expect(fetchedItem).toMatchObject({ path: item.path, content: '{ "é": 1 }', commitId: head })
  const listedItems = await git.getItems(
    repository,
    project,
    '/accounts/by-client',
    VersionControlRecursionType.Full,
    false,
    false,
    false,
    false,
    version,
  )
  expect(listedItems.filter(({ isFolder }) => !isFolder).map(({ path }) => path)).toEqual([item.path])
  const diffs = await git.getCommitDiffs(repository, project, true, 100, 0, { version: 'main' }, { version: 'slipway/by-client' })
  expect(diffs.changes).toHaveLength(1)

  const pullRequestBody = { sourceRefName: name, targetRefName: 'refs/heads/main', title: 'Add an account', description: 'As requested.' }
  const openedPullRequest = await git.createPullRequest(pullRequestBody, repository, project)
  expect(openedPullRequest).toMatchObject({ status: PullRequestStatus.Active, lastMergeSourceCommit: { commitId: head } })
  await expect(git.createPullRequest(pullRequestBody, repository, project)).rejects.toMatchObject({ statusCode: 409 })
  const id = openedPullRequest.pullRequestId!
  const artifact = `vstfs:///CodeReview/CodeReviewId/${projectId}/${id}`
  // Status 2 means approved.
  await until(async () => (await policy.getPolicyEvaluations(project, artifact)).every(({ status }) => status === 2))

  const completion = {
    status: PullRequestStatus.Completed,
    lastMergeSourceCommit: { commitId: head },
    completionOptions: { mergeStrategy: GitPullRequestMergeStrategy.Squash },
  }
  const completedPullRequest = await git.updatePullRequest(completion, repository, id, project)
  expect(completedPullRequest).toMatchObject({ status: PullRequestStatus.Active, mergeStatus: PullRequestAsyncStatus.Queued })
  await until(async () => (await git.getPullRequest(repository, id, project)).status === PullRequestStatus.Completed)
  const { lastMergeCommit } = await git.getPullRequest(repository, id, project)
  const [movedRef] = await git.getRefs(repository, project, 'heads/main')
  expect(movedRef!.objectId).toBe(lastMergeCommit!.commitId)
  await until(async () => {
    const statuses = await git.getStatuses(lastMergeCommit!.commitId!, repository, project)
    return statuses.length === 2 && statuses.every(({ state }) => state === GitStatusState.Succeeded)
  })
  await expect(git.getPullRequest(repository, 999, project)).resolves.toBeNull()
})

it('lets GitHub’s own client change a branch of the simulated GitHub and merge it', async () => {
  const octokit = new Octokit({ auth: gitToken, baseUrl: sim.origins.git })
  const repositoryParameters = { owner: 'northgate', repo: repository }
  const branch = 'slipway/by-octokit'
  const main = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...repositoryParameters, ref: 'heads/main' })
  await octokit.request('POST /repos/{owner}/{repo}/git/refs', {
    ...repositoryParameters,
    ref: `refs/heads/${branch}`,
    sha: main.data.object.sha,
  })
  const path = 'accounts/by-octokit/account.json'
  const content = Buffer.from('{}').toString('base64')
  await octokit.request('PUT /repos/{owner}/{repo}/contents/{path}', { ...repositoryParameters, path, branch, message: 'Add', content })
  const { data: pull } = await octokit.request('POST /repos/{owner}/{repo}/pulls', {
    ...repositoryParameters,
    head: branch,
    base: 'main',
    title: 'Add an account',
  })
  await until(async () => {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
      ...repositoryParameters,
      ref: pull.head.sha,
    })
    return data.total_count > 0 && data.check_runs.every(({ conclusion }) => conclusion === 'success')
  })
  const merge = { ...repositoryParameters, pull_number: pull.number, sha: pull.head.sha, merge_method: 'squash' as const }
  await expect(
    octokit.request('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', { ...merge, sha: '0'.repeat(40) }),
  ).rejects.toMatchObject({ status: 409 })
  const mergeResponse = await octokit.request('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', merge)
  expect(mergeResponse.data).toMatchObject({ merged: true })
  await expect(octokit.request('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', merge)).rejects.toMatchObject({ status: 405 })
  const stateAfter = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...repositoryParameters, ref: 'heads/main' })
  expect(stateAfter.data.object.sha).toBe(mergeResponse.data.sha)
})

it('responds to Slipway’s client as documented by Microsoft', () => {
  const verdict = azureDevOpsValidator()?.validator(exchanges)
  if (!verdict) return
  // The client sends numbers of enumerations where the specification describes names.
  expect(verdict.violations.filter((violation) => !violation.includes(' request/'))).toEqual([])
  expect(verdict.validated.length).toBeGreaterThanOrEqual(9)
})

it('denies callers without a token, and contains only one project', async () => {
  const url = `${sim.origins.azuredevops}/northgate/${project}/_apis/git/repositories/${repository}/refs`
  const page = await fetch(url)
  expect([page.status, await page.text()]).toEqual([203, expect.stringContaining('Sign In')])
  const headers = { authorization: `Basic ${Buffer.from(`:${azureDevOpsToken}`).toString('base64')}` }
  expect((await fetch(url, { headers: { authorization: `Basic ${Buffer.from(':other').toString('base64')}` } })).status).toBe(401)
  expect((await fetch(url.replace(project, 'payroll'), { headers })).status).toBe(404)
  const outsiderToken = await sim.mintToken({ oid: 'x', audience: 'https://graph.microsoft.com' })
  expect((await fetch(url, { headers: { authorization: `Bearer ${outsiderToken}` } })).status).toBe(401)
})
