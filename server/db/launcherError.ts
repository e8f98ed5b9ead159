export type LaunchProblem =
  | 'platform'
  | 'binaries'
  | 'root'
  | 'permission'
  | 'disk_full'
  | 'memory'
  | 'port_taken'
  | 'wrong_version'
  | 'password'
  | 'damaged'
  | 'not_started'

/** Thrown by `launchPostgres`. `message` is for the person who starts Slipway. */
export class LaunchError extends Error {
  readonly problem: LaunchProblem
  constructor(problem: LaunchProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LaunchError'
    this.problem = problem
  }
}

interface Circumstances {
  dataDir: string
  port?: number
  logFile?: string
}

const diskFull = (where: string) =>
  `There is no space left on the disk that holds ${where}. Free some space and start again; nothing that was committed is lost.`
const noPermission = (where: string, detail: string) =>
  `PostgreSQL can’t write to ${where} (${detail}). Give the folder to the user that runs Slipway, or choose another with SLIPWAY_DATA.`

export function explainLog(output: string, { dataDir, port, logFile }: Circumstances): LaunchError {
  const tail = output.trim().split('\n').slice(-12).join('\n')
  const says = (pattern: RegExp) => pattern.test(output)
  const lineWith = (pattern: RegExp) =>
    output
      .split('\n')
      .find((line) => pattern.test(line))
      ?.replace(/^.*?(FATAL|LOG|ERROR|error): +/, '') ?? ''
  if (says(/No space left on device/)) return new LaunchError('disk_full', diskFull(dataDir))
  if (says(/Address already in use|could not create any TCP\/IP sockets/))
    return new LaunchError(
      'port_taken',
      `Port ${port} on 127.0.0.1 is used by another program, so PostgreSQL can’t listen there. Stop that program or choose another port.`,
    )
  if (says(/database files are incompatible/))
    return new LaunchError('wrong_version', `The data in ${dataDir} is from another PostgreSQL version than the installed one.\n${tail}`)
  if (says(/error while loading shared libraries|image not found|Library not loaded/))
    return new LaunchError('binaries', `The PostgreSQL installation is incomplete (${lineWith(/librar/)}). Run "npm ci" again.`)
  if (says(/cannot be run as root|execution of the PostgreSQL server is not permitted/))
    return new LaunchError('root', rootMessage('access denied'))
  if (says(/could not (create|resize|map).*shared memory|Cannot allocate memory|out of memory/))
    return new LaunchError(
      'memory',
      `PostgreSQL didn’t get enough memory (${lineWith(/memory/)}). Close other programs, or give the container more memory and shared memory.`,
    )
  if (says(/could not locate a valid checkpoint|invalid (primary )?checkpoint|pg_control|invalid data in file|PANIC/))
    return new LaunchError(
      'damaged',
      `The database in ${dataDir} is damaged. Restore that folder from a backup, or move it away to start with an empty one.\n${tail}`,
    )
  if (says(/Permission denied|Operation not permitted/))
    return new LaunchError('permission', noPermission(dataDir, lineWith(/Permission denied|not permitted/)))
  return new LaunchError(
    'not_started',
    `PostgreSQL didn’t start.${logFile ? ` The full log is in ${logFile}.` : ''}\n${tail || '(it wrote nothing)'}`,
  )
}

/** Does the same for a failed file operation; unknown errors are returned unchanged. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new LaunchError('disk_full', diskFull(dataDir), { cause: error })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new LaunchError('permission', noPermission(path ?? dataDir, code), { cause: error })
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new LaunchError('permission', `${path ?? dataDir} is a file where a folder is needed.`, { cause: error })
  return error
}

export const rootMessage = (why: string) =>
  `PostgreSQL doesn’t run as root, and switching to another user failed (${why}). Start Slipway as an ordinary user, or point DATABASE_URL at a PostgreSQL server.`
