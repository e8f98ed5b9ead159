import { type AccessCheck, createAccessCheck } from '../accessCheck.ts'
import { ExternalError } from '../externalError.ts'
import type { ExternalRequest, Send } from '../pipeline.ts'

export type InstallationReader = () => Promise<Record<string, string>>

const names = ['contents=write', 'pull_requests=write', 'statuses=read', 'checks=read']

/**
 * GitHub lists the permissions of an app, but not of a token. With a token, each permission is tried by a read, which can't prove that
 * writing is allowed.
 */
export async function fetchGithubAccess(send: Send, root: string, readInstallation: InstallationReader | undefined): Promise<AccessCheck> {
  const check = createAccessCheck()
  if (readInstallation) {
    const permissions = await readInstallation()
    for (const name of names) {
      const [permission = '', level] = name.split('=')
      const isGranted = permissions[permission] === 'write' || permissions[permission] === level
      check[isGranted ? 'granted' : 'missing'].push(name)
    }
    return check
  }
  // GitHub returns 404 for a private repository that the token can't read, but also for a missing branch of one that it can. Every
  // repository has a list of pull requests.
  const pulls = await send({ method: 'GET', path: `${root}/pulls`, query: { per_page: 1 }, accept: [403, 404] })
  if (pulls.status === 404) {
    check.missing.push(...names)
    return check
  }
  const reads: Record<string, string> = {
    'contents=write': `${root}/git/ref/heads/main`,
    'pull_requests=write': `${root}/pulls`,
    'statuses=read': `${root}/commits/main/status`,
    'checks=read': `${root}/commits/main/check-runs`,
  }
  for (const name of names) {
    const isRead = await canRead(send, { method: 'GET', path: reads[name]!, query: { per_page: 1 }, accept: [404, 409, 422] })
    check[!isRead ? 'missing' : name.endsWith('=read') ? 'granted' : 'unverified'].push(name)
  }
  return check
}

/** @throws ExternalError for every failure except a missing permission */
async function canRead(send: Send, request: ExternalRequest): Promise<boolean> {
  try {
    await send(request)
    return true
  } catch (error) {
    if (error instanceof ExternalError && error.missing) return false
    throw error
  }
}
