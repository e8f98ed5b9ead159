import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { OutsideRequest, Reply, Send } from '../pipeline.ts'
import { readServiceError } from '../serviceAnswer.ts'
import { type GitHost, refusedByHost } from './git.ts'

const Item = Type.Object({
  path: Type.String(),
  isFolder: Type.Optional(Type.Boolean()),
  objectId: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
})

interface Repository {
  root: string
  version: Record<string, string>
  /** Retries after a lost response; rejections are returned. */
  write(method: 'POST', path: string, body: unknown): Promise<Reply>
  getBranchHead(branch: string): Promise<string | undefined>
}
type Files = Pick<GitHost, 'getFile' | 'listFiles' | 'putFile' | 'putFiles' | 'deleteFile'>

/** Reads and writes files of a repository in Azure DevOps. Each write is a push on top of the commit that was read. */
export function azureDevOpsFiles(send: Send, { root, version, write, getBranchHead }: Repository): Files {
  const get = (query: OutsideRequest['query']): Promise<Reply> =>
    send({ method: 'GET', path: `${root}/items`, query: { ...query, ...version }, accept: [404] })
  const at = (name: string, type: 'branch' | 'commit' = 'branch') => ({
    'versionDescriptor.version': name,
    'versionDescriptor.versionType': type,
  })

  async function getFile(path: string, branch: string): Promise<string | undefined> {
    const reply = await get({ path: `/${path}`, ...at(branch), includeContent: true, $format: 'json' })
    return reply.status === 404 ? undefined : (reply.as(Item).content ?? '')
  }

  async function filesIn(folder: string, place: ReturnType<typeof at>): Promise<Map<string, string | undefined>> {
    const reply = await get({ scopePath: `/${folder}`, recursionLevel: 'full', ...place })
    const items = reply.status === 404 ? [] : reply.list(Item, 'value')
    return new Map(items.filter(({ isFolder }) => !isFolder).map(({ path, objectId }) => [path.replace(/^\//, ''), objectId]))
  }

  async function headOf(branch: string): Promise<string> {
    const head = await getBranchHead(branch)
    if (!head) throw refusedByHost(send, 404, `there is no branch ${branch}.`)
    return head
  }

  /** Pushes a commit on top of `head`. @returns the response if it was rejected */
  async function push(branch: string, head: string, message: string, changes: object[]): Promise<Reply | undefined> {
    const refUpdates = [{ name: `refs/heads/${branch}`, oldObjectId: head }]
    const reply = await write('POST', '/pushes', { refUpdates, commits: [{ comment: message, changes }] })
    return reply.status < 300 ? undefined : reply
  }

  return {
    getFile,

    listFiles: async (folder, branch) => [...(await filesIn(folder, at(branch))).keys()].sort(),

    async putFile({ path, branch, content, message }) {
      const before = await getFile(path, branch)
      if (before === content) return
      const change = changeTo({ path, content }, before === undefined ? 'add' : 'edit')
      const refusal = await push(branch, await headOf(branch), message, [change])
      // The file changed concurrently, which is fine if our own attempt with a lost response changed it.
      if (!refusal || (await getFile(path, branch)) === content) return
      throw refusedByHost(send, refusal.status, `${path} changed on ${branch} while it was being written. ${detailOf(refusal)}`)
    },

    async putFiles({ files, branch, message }) {
      const head = await headOf(branch)
      const folder = folderOf(files.map(({ path }) => path))
      const before = await filesIn(folder, at(head, 'commit'))
      const wanted = files.filter(({ path, content }) => before.get(path) !== blobId(content))
      if (wanted.length === 0) return
      const changes = wanted.map((file) => changeTo(file, before.has(file.path) ? 'edit' : 'add'))
      const refusal = await push(branch, head, message, changes)
      if (!refusal) return
      // Our own attempt with a lost response can have moved the branch. If another change did, it is not overwritten.
      const now = await filesIn(folder, at(branch))
      if (files.every(({ path, content }) => now.get(path) === blobId(content))) return
      throw refusedByHost(send, refusal.status, `${branch} changed while ${files.length} files were written. ${detailOf(refusal)}`)
    },

    async deleteFile({ path, branch, message }) {
      if ((await getFile(path, branch)) === undefined) return
      const refusal = await push(branch, await headOf(branch), message, [{ changeType: 'delete', item: { path: `/${path}` } }])
      if (!refusal || (await getFile(path, branch)) === undefined) return
      throw refusedByHost(send, refusal.status, `${path} changed on ${branch} while it was being removed. ${detailOf(refusal)}`)
    },
  }
}

function changeTo({ path, content }: { path: string; content: string }, changeType: 'add' | 'edit'): object {
  const newContent = { content: Buffer.from(content).toString('base64'), contentType: 'base64Encoded' }
  return { changeType, item: { path: `/${path}` }, newContent }
}

/** Finds the common folder, so that one request reads the state of all files. */
function folderOf(paths: string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1))
  const same = first.findIndex((part, depth) => others.some((other) => other[depth] !== part))
  return (same === -1 ? first : first.slice(0, same)).join('/')
}

function blobId(content: string): string {
  const bytes = Buffer.from(content)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

function detailOf({ body }: Reply): string {
  return readServiceError(body).detail ?? ''
}
