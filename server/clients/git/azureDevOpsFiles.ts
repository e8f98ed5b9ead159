import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { ExternalRequest, Reply, Send } from '../pipeline.ts'
import { parseServiceError } from '../serviceResponse.ts'
import { type GitHost, gitHostError } from './git.ts'

const Item = Type.Object({
  path: Type.String(),
  isFolder: Type.Optional(Type.Boolean()),
  objectId: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
})

interface Repository {
  root: string
  version: Record<string, string>
  /** Retries after a lost response. Rejections are returned to the caller as a result. */
  write(method: 'POST', path: string, body: unknown): Promise<Reply>
  getBranchHead(branch: string): Promise<string | undefined>
}
type Files = Pick<GitHost, 'getFile' | 'listFiles' | 'putFile' | 'putFiles' | 'deleteFile'>

export function azureDevOpsFiles(send: Send, { root, version, write, getBranchHead }: Repository): Files {
  const sendGet = (query: ExternalRequest['query']): Promise<Reply> =>
    send({ method: 'GET', path: `${root}/items`, query: { ...query, ...version }, accept: [404] })
  const gitVersion = (name: string, type: 'branch' | 'commit' = 'branch') => ({
    'versionDescriptor.version': name,
    'versionDescriptor.versionType': type,
  })

  async function getFile(path: string, branch: string): Promise<string | undefined> {
    const reply = await sendGet({ path: `/${path}`, ...gitVersion(branch), includeContent: true, $format: 'json' })
    return reply.status === 404 ? undefined : (reply.as(Item).content ?? '')
  }

  async function filesIn(folder: string, versionQuery: ReturnType<typeof gitVersion>): Promise<Map<string, string | undefined>> {
    const reply = await sendGet({ scopePath: `/${folder}`, recursionLevel: 'full', ...versionQuery })
    const items = reply.status === 404 ? [] : reply.list(Item, 'value')
    return new Map(items.filter(({ isFolder }) => !isFolder).map(({ path, objectId }) => [path.replace(/^\//, ''), objectId]))
  }

  async function headOf(branch: string): Promise<string> {
    const branchHead = await getBranchHead(branch)
    if (!branchHead) throw gitHostError(send, 404, `there is no branch ${branch}.`)
    return branchHead
  }

  async function push(branch: string, branchHead: string, message: string, changes: object[]): Promise<Reply | undefined> {
    const refUpdates = [{ name: `refs/heads/${branch}`, oldObjectId: branchHead }]
    const reply = await write('POST', '/pushes', { refUpdates, commits: [{ comment: message, changes }] })
    return reply.status < 300 ? undefined : reply
  }

  return {
    getFile,

    listFiles: async (folder, branch) => [...(await filesIn(folder, gitVersion(branch))).keys()].sort(),

    async putFile({ path, branch, content, message }) {
      const before = await getFile(path, branch)
      if (before === content) return
      const change = changeTo({ path, content }, before === undefined ? 'add' : 'edit')
      const errorReply = await push(branch, await headOf(branch), message, [change])
      // The file was changed concurrently. This is not an error if an earlier attempt, whose response was lost, made the change.
      if (!errorReply || (await getFile(path, branch)) === content) return
      throw gitHostError(send, errorReply.status, `${path} changed on ${branch} while it was being written. ${detailOf(errorReply)}`)
    },

    async putFiles({ files, branch, message }) {
      const branchHead = await headOf(branch)
      const folder = folderOf(files.map(({ path }) => path))
      const before = await filesIn(folder, gitVersion(branchHead, 'commit'))
      const changedFiles = files.filter(({ path, content }) => before.get(path) !== blobId(content))
      if (changedFiles.length === 0) return
      const changes = changedFiles.map((file) => changeTo(file, before.has(file.path) ? 'edit' : 'add'))
      const errorReply = await push(branch, branchHead, message, changes)
      if (!errorReply) return
      // An earlier attempt whose response was lost might have moved the branch. If another change moved it, that change is not overwritten.
      const currentFiles = await filesIn(folder, gitVersion(branch))
      if (files.every(({ path, content }) => currentFiles.get(path) === blobId(content))) return
      throw gitHostError(send, errorReply.status, `${branch} changed while Slipway wrote to it. ${detailOf(errorReply)}`)
    },

    async deleteFile({ path, branch, message }) {
      if ((await getFile(path, branch)) === undefined) return
      const errorReply = await push(branch, await headOf(branch), message, [{ changeType: 'delete', item: { path: `/${path}` } }])
      if (!errorReply || (await getFile(path, branch)) === undefined) return
      throw gitHostError(send, errorReply.status, `${path} changed on ${branch} while it was being removed. ${detailOf(errorReply)}`)
    },
  }
}

function changeTo({ path, content }: { path: string; content: string }, changeType: 'add' | 'edit'): object {
  const newContent = { content: Buffer.from(content).toString('base64'), contentType: 'base64Encoded' }
  return { changeType, item: { path: `/${path}` }, newContent }
}

function folderOf(paths: string[]): string {
  const [firstFolders = [], ...otherFolders] = paths.map((path) => path.split('/').slice(0, -1))
  const firstDifferent = firstFolders.findIndex((segment, depth) => otherFolders.some((other) => other[depth] !== segment))
  return (firstDifferent === -1 ? firstFolders : firstFolders.slice(0, firstDifferent)).join('/')
}

function blobId(content: string): string {
  const bytes = Buffer.from(content)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

function detailOf({ body }: Reply): string {
  return parseServiceError(body).detail ?? ''
}
