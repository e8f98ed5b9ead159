import { getPersonalAccessTokenHandler, WebApi } from 'azure-devops-node-api'
import type { IGitApi } from 'azure-devops-node-api/GitApi.js'
import {
  type GitPush,
  GitVersionType,
  ItemContentType,
  PullRequestStatus,
  VersionControlChangeType,
} from 'azure-devops-node-api/interfaces/GitInterfaces.js'
import type { IPolicyApi } from 'azure-devops-node-api/PolicyApi.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { azureDevOpsToken } from '../../simulator/core/constants.ts'
import { type Cloud, startCloud } from './cloud.ts'

let cloud: Cloud
let git: IGitApi
let policy: IPolicyApi
beforeAll(async () => {
  cloud = await startCloud()
  cloud.sim.asyncDelayMs = 40
  const options = { cert: { caFile: cloud.sim.caFile } } as object
  const web = new WebApi(`${cloud.sim.origins.azuredevops}/northgate`, getPersonalAccessTokenHandler(azureDevOpsToken), options)
  git = await web.getGitApi()
  policy = await web.getPolicyApi()
})
afterAll(() => cloud.close())

const [project, repository] = ['cloud-platform', 'landing-zones']
const headOf = async (branch: string) => (await git.getRefs(repository, project, `heads/${branch}`))[0]?.objectId
const pushOf = (branch: string, oldObjectId: string, path: string, overrides: object = {}): GitPush => ({
  refUpdates: [{ name: `refs/heads/${branch}`, oldObjectId }],
  commits: [
    {
      comment: 'Add',
      changes: [
        { changeType: VersionControlChangeType.Add, item: { path }, newContent: { content: '{}', contentType: ItemContentType.RawText } },
      ],
      ...overrides,
    },
  ],
})
const fileOn = async (branch: string, path: string) => {
  const version = { version: branch, versionType: GitVersionType.Branch }
  return git.getItem(repository, path, project, undefined, undefined, undefined, undefined, false, version, true)
}

it('reads resource locations first, as every Azure DevOps client does', async () => {
  const discoveryExchanges = cloud.sim.exchanges
    .list()
    .filter(({ service, method }) => service === 'azuredevops' && (method === 'OPTIONS' || method === 'GET'))
  expect(discoveryExchanges.every(({ status }) => status === 200)).toBe(true)
  const headers = { authorization: `Basic ${Buffer.from(`:${azureDevOpsToken}`).toString('base64')}` }
  const response = await fetch(`${cloud.sim.origins.azuredevops}/northgate/_apis`, { method: 'OPTIONS', headers })
  const { count, value } = (await response.json()) as {
    count: number
    value: { id: string; area: string; resourceName: string; routeTemplate: string }[]
  }
  expect(count).toBe(value.length)
  expect([...new Set(value.map(({ area }) => area))].sort()).toEqual(['Location', 'git', 'policy'])
  expect(value.find(({ resourceName }) => resourceName === 'pushes')).toMatchObject({
    id: 'ea98d07b-3c87-4971-8ede-a613694ffb55',
    routeTemplate: '{project}/_apis/{area}/repositories/{repositoryId}/{resource}/{pushId}',
  })
})

it('creates a branch with a push whose reference starts at the base commit', async () => {
  const base = (await headOf('main'))!
  const createdPush = await git.createPush(pushOf('stranger/from-base', base, '/accounts/from-base/account.json'), repository, project)
  const head = createdPush.commits![0]!.commitId!
  expect(await headOf('stranger/from-base')).toBe(head)
  expect(await headOf('main')).toBe(base)
  expect(await fileOn('stranger/from-base', '/accounts/from-base/account.json')).toMatchObject({ content: '{}', commitId: head })
  expect(await fileOn('stranger/from-base', '/README.md')).toMatchObject({ path: '/README.md' })
  const repeated = pushOf('stranger/from-base', base, '/accounts/from-base/other.json')
  await expect(git.createPush(repeated, repository, project)).rejects.toMatchObject({ statusCode: 409 })
  expect(await headOf('stranger/from-base')).toBe(head)
})

it('creates a branch with a push that names the parent of its first commit', async () => {
  const base = (await headOf('main'))!
  const push = pushOf('stranger/from-parent', '0'.repeat(40), '/accounts/from-parent/account.json', { parents: [base] })
  const head = (await git.createPush(push, repository, project)).commits![0]!.commitId!
  expect(await headOf('stranger/from-parent')).toBe(head)
  expect(await fileOn('stranger/from-parent', '/README.md')).toMatchObject({ path: '/README.md' })
})

it('rejects a branch from an unknown commit', async () => {
  await expect(git.createPush(pushOf('stranger/nowhere', 'a'.repeat(40), '/x.json'), repository, project)).resolves.toBeNull()
  expect(await headOf('stranger/nowhere')).toBeUndefined()
  await expect(git.createPush(pushOf('a..b', (await headOf('main'))!, '/x.json'), repository, project)).rejects.toMatchObject({
    statusCode: 400,
  })
})

it('finds, changes and abandons a pull request', async () => {
  const base = (await headOf('main'))!
  await git.createPush(pushOf('stranger/pull', base, '/accounts/pull/account.json'), repository, project)
  const sourceRefName = 'refs/heads/stranger/pull'
  const openedPullRequest = await git.createPullRequest(
    { sourceRefName, targetRefName: 'refs/heads/main', title: 'Add' },
    repository,
    project,
  )
  const matches = await git.getPullRequests(repository, { sourceRefName, status: PullRequestStatus.All }, project, undefined, 0, 100)
  expect(matches.map(({ pullRequestId }) => pullRequestId)).toEqual([openedPullRequest.pullRequestId])
  expect(await git.getPullRequest(repository, openedPullRequest.pullRequestId!, project)).toMatchObject({
    status: PullRequestStatus.Active,
    sourceRefName,
  })
  const artifact = `vstfs:///CodeReview/CodeReviewId/${openedPullRequest.repository!.project!.id}/${openedPullRequest.pullRequestId}`
  expect((await policy.getPolicyEvaluations(project, artifact)).length).toBeGreaterThan(0)
  const diffs = await git.getCommitDiffs(repository, project, true, 100, 0, { version: 'main' }, { version: 'stranger/pull' })
  expect(diffs.changes!.map(({ item }) => item!.path)).toEqual(['/accounts/pull/account.json'])
  expect(await git.getStatuses((await headOf('main'))!, repository, project)).toEqual(expect.any(Array))
  const abandonedPull = await git.updatePullRequest(
    { status: PullRequestStatus.Abandoned },
    repository,
    openedPullRequest.pullRequestId!,
    project,
  )
  expect(abandonedPull.status).toBe(PullRequestStatus.Abandoned)
  const [deletedRef] = await git.updateRefs(
    [{ name: sourceRefName, oldObjectId: (await headOf('stranger/pull'))!, newObjectId: '0'.repeat(40) }],
    repository,
    project,
  )
  expect(deletedRef).toMatchObject({ success: true })
})

it('reports throttling as an error of the client', async () => {
  cloud.throttleOnce('azuredevops', '/refs')
  await expect(headOf('main')).rejects.toMatchObject({ statusCode: 429 })
  expect(await headOf('main')).toMatch(/^[0-9a-f]{40}$/)
})
