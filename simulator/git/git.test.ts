import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { simulatorFolder } from '../../test/simulatorFolder.ts'
import { trust } from '../../test/trust.ts'
import { gitToken } from '../core/constants.ts'
import type { Simulator } from '../core/simulator.ts'
import { startSimulator } from '../simulator.ts'

const dataDir = simulatorFolder()
let sim: Simulator

interface Check {
  name: string
  status: string
  conclusion: string | null
}

interface Body {
  message: string
  errors: { message: string; field: string }[]
  object: { sha: string }
  head: { sha: string }
  content: string
  number: number
  sha: string
  merged: boolean
  mergeable_state: string
  state: string
  check_runs: Check[]
}

interface TestResponse<T> {
  status: number
  headers: Headers
  body: T
}

async function git<T = Body>(method: string, path: string, body?: unknown, authorization = `Bearer ${gitToken}`): Promise<TestResponse<T>> {
  const response = await fetch(`${sim.origins.git}/repos/northgate/landing-zones${path}`, {
    method,
    headers: {
      authorization,
      accept: 'application/vnd.github+json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text || '{}') }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const write = (path: string, branch: string, text: string, sha?: string) =>
  git<{ message: string; content: { sha: string } }>('PUT', `/contents/${path}`, {
    message: `Write ${path}`,
    content: base64(text),
    branch,
    ...(sha ? { sha } : {}),
  })

async function newBranch(): Promise<string> {
  const name = `slipway/${randomUUID()}`
  const { body } = await git('GET', '/git/ref/heads/main')
  expect((await git('POST', '/git/refs', { ref: `refs/heads/${name}`, sha: body.object.sha })).status).toBe(201)
  return name
}

async function proposal(files: Record<string, string>): Promise<{ branch: string; number: number; headSha: string }> {
  const branch = await newBranch()
  for (const [path, text] of Object.entries(files)) expect((await write(path, branch, text)).status).toBe(201)
  const { status, body } = await git('POST', '/pulls', { title: 'Onboard', head: branch, base: 'main', body: 'Please' })
  expect(status).toBe(201)
  return { branch, number: body.number, headSha: body.head.sha }
}

const account = () => `accounts/${randomUUID()}`
const pipelineEnds = () => sim.clock.advance(sim.asyncDelayMs)
const checks = async (ref: string): Promise<Check[]> => (await git('GET', `/commits/${ref}/check-runs`)).body.check_runs

beforeAll(async () => {
  sim = await startSimulator({ dataDir })
  trust(sim.caPem)
  sim.asyncDelayMs = 600_000
})
afterEach(() => sim.faults.clear())
afterAll(async () => {
  await sim.close()
  rmSync(dataDir, { recursive: true })
})

describe('access', () => {
  it('requires a personal access token', async () => {
    expect((await git('GET', '')).body).toMatchObject({ full_name: 'northgate/landing-zones', default_branch: 'main' })
    expect((await git('GET', '', undefined, `token ${gitToken}`)).status).toBe(200)
    const rejection = await git('GET', '', undefined, 'Bearer nonsense')
    expect([rejection.status, rejection.body.message]).toEqual([401, 'Bad credentials'])
    expect(Number(rejection.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
  })
})

describe('a reference', () => {
  it('is created once and deleted', async () => {
    const name = await newBranch()
    const { body: ref } = await git('GET', `/git/ref/heads/${name}`)
    const repeated = await git('POST', '/git/refs', { ref: `refs/heads/${name}`, sha: ref.object.sha })
    expect([repeated.status, repeated.body.message]).toEqual([422, 'Reference already exists'])
    const emptyReply = await git('POST', '/git/refs', { ref: 'refs/heads/other', sha: '0'.repeat(40) })
    expect([emptyReply.status, emptyReply.body.message]).toEqual([422, 'Object does not exist'])
    expect((await git('GET', `/branches/${name}`)).body).toMatchObject({ name, protected: false, commit: { sha: ref.object.sha } })
    expect((await git('DELETE', `/git/refs/heads/${name}`)).status).toBe(204)
    expect((await git('DELETE', `/git/refs/heads/${name}`)).status).toBe(422)
    expect((await git('GET', `/git/ref/heads/${name}`)).status).toBe(404)
  })

  it('can’t be deleted if it is the main branch', async () => {
    expect((await git('DELETE', '/git/refs/heads/main')).status).toBe(422)
    expect((await write('README.md', 'main', 'x')).status).toBe(409)
  })
})

describe('a file', () => {
  it('can be read individually and with its folder', async () => {
    const file = await git('GET', '/contents/README.md')
    expect(Buffer.from(file.body.content, 'base64').toString()).toMatch(/^# Landing zones/)
    const root = await git<{ name: string; type: string }[]>('GET', '/contents/?ref=main')
    expect(root.body.map((entry) => [entry.name, entry.type])).toEqual([
      ['.github', 'dir'],
      ['README.md', 'file'],
      ['accounts', 'dir'],
    ])
    expect((await git('GET', '/contents/nothing.json')).status).toBe(404)
    expect((await git('GET', '/contents/README.md?ref=nothing')).body.message).toBe('No commit found for the ref nothing')
  })

  it('is written only with the ID of the version that it replaces', async () => {
    const branch = await newBranch()
    const path = `${account()}/account.json`
    const created = await write(path, branch, '{"a":1}')
    expect(created.status).toBe(201)
    const responseWithoutSha = await write(path, branch, '{"a":2}')
    expect([responseWithoutSha.status, responseWithoutSha.body.message]).toEqual([422, 'Invalid request.\n\n"sha" wasn\'t supplied.'])
    const staleResponse = await write(path, branch, '{"a":2}', '0'.repeat(40))
    expect([staleResponse.status, staleResponse.body.message]).toEqual([409, `${path} does not match ${'0'.repeat(40)}`])
    const updatedResponse = await write(path, branch, '{"a":2}', created.body.content.sha)
    expect(updatedResponse.status).toBe(200)
    const response = await git('GET', `/contents/${path}?ref=${branch}`)
    expect(Buffer.from(response.body.content, 'base64').toString()).toBe('{"a":2}')
    expect((await git('GET', `/contents/${path}`)).status).toBe(404)
    expect((await write(path, 'slipway/nowhere', 'x')).status).toBe(404)
    expect(
      (await git('PUT', `/contents/${path}`, { message: 'x', content: '%%%', branch, sha: updatedResponse.body.content.sha })).status,
    ).toBe(422)
  })

  it('has the same ID as in Git', async () => {
    const { body } = await write(`${account()}/x`, await newBranch(), 'hello\n')
    expect(body.content.sha).toBe('ce013625030ba8dba906f756967f9e9ca394464a')
  })
})

describe('a pull request', () => {
  it('is opened once for a head branch', async () => {
    const { branch, number } = await proposal({ [`${account()}/account.json`]: '{}' })
    const repeated = await git('POST', '/pulls', { title: 'Again', head: branch, base: 'main' })
    expect([repeated.status, repeated.body.errors[0]?.message]).toEqual([422, `A pull request already exists for northgate:${branch}.`])
    const listReply = await git<{ number: number }[]>('GET', `/pulls?head=northgate:${branch}&state=all`)
    expect(listReply.body.map((pull) => pull.number)).toEqual([number])
    const empty = await git('POST', '/pulls', { title: 'Empty', head: await newBranch(), base: 'main' })
    expect(empty.body.errors[0]?.message).toMatch(/^No commits between main and/)
    expect((await git('POST', '/pulls', { title: 'Lost', head: 'nowhere', base: 'main' })).body.errors[0]).toMatchObject({ field: 'head' })
  })

  it('is merged when its checks have passed, and then applied item by item', async () => {
    const folder = account()
    const { branch, number, headSha } = await proposal({
      [`${folder}/account.json`]: '{}',
      [`${folder}/catalogue/key-vault.json`]: '{}',
      [`${folder}/catalogue/redis.json`]: '{}',
    })
    expect((await git('GET', `/pulls/${number}`)).body).toMatchObject({ mergeable_state: 'blocked', changed_files: 3, merged: false })
    const earlyResponse = await git('PUT', `/pulls/${number}/merge`, { sha: headSha })
    expect([earlyResponse.status, earlyResponse.body.message]).toEqual([405, 'Required status check "validate" is in progress.'])

    pipelineEnds()
    expect(await checks(encodeURIComponent(branch))).toMatchObject([
      { name: 'validate', status: 'completed', conclusion: 'success' },
      { name: 'plan', status: 'completed', conclusion: 'success' },
    ])
    expect((await git('GET', `/commits/${headSha}/status`)).body.state).toBe('success')
    expect((await git('GET', `/pulls/${number}`)).body.mergeable_state).toBe('clean')
    const movedResponse = await git('PUT', `/pulls/${number}/merge`, { sha: '0'.repeat(40) })
    expect([movedResponse.status, movedResponse.body.message]).toEqual([409, 'Head branch was modified. Review and try the merge again.'])
    const isMerged = await git('PUT', `/pulls/${number}/merge`, { sha: headSha, merge_method: 'squash' })
    expect([isMerged.status, isMerged.body.merged]).toEqual([200, true])
    expect((await git('GET', '/git/ref/heads/main')).body.object.sha).toBe(isMerged.body.sha)
    expect((await git('GET', `/contents/${folder}/catalogue/redis.json`)).status).toBe(200)
    expect((await git('GET', `/pulls/${number}`)).body).toMatchObject({
      state: 'closed',
      merged: true,
      merge_commit_sha: isMerged.body.sha,
    })
    expect((await git('PUT', `/pulls/${number}/merge`, {})).status).toBe(405)

    expect((await checks(isMerged.body.sha)).map((check) => [check.name, check.conclusion])).toEqual([
      ['apply', null],
      ['catalogue/key-vault', null],
      ['catalogue/redis', null],
    ])
    pipelineEnds()
    expect((await checks(isMerged.body.sha)).every((check) => check.conclusion === 'success')).toBe(true)
    expect((await git('DELETE', `/git/refs/heads/${branch}`)).status).toBe(204)
  })

  it('restarts its checks when the head moves', async () => {
    const folder = account()
    const { branch, number } = await proposal({ [`${folder}/account.json`]: '{}' })
    pipelineEnds()
    await write(`${folder}/catalogue/backup.json`, branch, '{}')
    expect((await git('PUT', `/pulls/${number}/merge`, {})).status).toBe(405)
  })

  it('is not merged when checks fail or never end', async () => {
    sim.faults.add({
      service: 'git',
      method: 'POST',
      path: '/pulls',
      count: 1,
      action: { kind: 'failAsync', code: 'PolicyDenied', message: 'Region not allowed' },
    })
    const failingProposal = await proposal({ [`${account()}/account.json`]: '{}' })
    sim.faults.add({ service: 'git', method: 'POST', path: '/pulls', count: 1, action: { kind: 'stuck' } })
    const stuckProposal = await proposal({ [`${account()}/account.json`]: '{}' })
    pipelineEnds()
    expect((await git('PUT', `/pulls/${failingProposal.number}/merge`, {})).body.message).toBe('Required status check "plan" is failing.')
    expect((await checks(failingProposal.headSha))[1]).toMatchObject({
      conclusion: 'failure',
      output: { summary: 'PolicyDenied: Region not allowed' },
    })
    expect((await git('GET', `/commits/${failingProposal.headSha}/status`)).body.state).toBe('failure')
    expect((await git('PUT', `/pulls/${stuckProposal.number}/merge`, {})).body.message).toBe('Required status check "plan" is in progress.')
  })

  it('can’t be merged when it conflicts with the main branch', async () => {
    const path = `${account()}/account.json`
    const firstProposal = await proposal({ [path]: '{"first":true}' })
    const secondProposal = await proposal({ [path]: '{"second":true}' })
    pipelineEnds()
    expect((await git('PUT', `/pulls/${firstProposal.number}/merge`, {})).status).toBe(200)
    expect((await git('GET', `/pulls/${secondProposal.number}`)).body).toMatchObject({ mergeable: false, mergeable_state: 'dirty' })
    expect((await git('PUT', `/pulls/${secondProposal.number}/merge`, {})).status).toBe(405)
    const compared = await git('GET', `/compare/main...${secondProposal.branch}`)
    expect(compared.body).toMatchObject({ status: 'diverged', ahead_by: 1, files: [{ filename: path, status: 'added' }] })
  })
})
