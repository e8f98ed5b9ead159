type LaunchProblem =
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

export class LaunchError extends Error {
  readonly problem: LaunchProblem
  constructor(problem: LaunchProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LaunchError'
    this.problem = problem
  }
}

interface LaunchCircumstances {
  dataDir: string
  port?: number
  logFile?: string
}

const diskFullProblem = (directory: string) =>
  `There is no space left on the disk that holds ${directory}. Free some space and start again. No committed data is lost.`
const noPermission = (directory: string, detail: string) =>
  `PostgreSQL can’t write to ${directory} (${detail}). Make the user that runs Slipway the owner of the folder, or set SLIPWAY_DATA to a different folder.`

export function explainLog(output: string, { dataDir, port, logFile }: LaunchCircumstances): LaunchError {
  const tail = output.trim().split('\n').slice(-12).join('\n')
  const logMatches = (pattern: RegExp) => pattern.test(output)
  const findLogLine = (pattern: RegExp) =>
    output
      .split('\n')
      .find((line) => pattern.test(line))
      ?.replace(/^.*?(FATAL|LOG|ERROR|error): +/, '') ?? ''
  if (logMatches(/No space left on device/)) return new LaunchError('disk_full', diskFullProblem(dataDir))
  if (logMatches(/Address already in use|could not create any TCP\/IP sockets/))
    return new LaunchError(
      'port_taken',
      `Port ${port} on 127.0.0.1 is used by another program, so PostgreSQL can’t listen there. Stop that program or choose a different port.`,
    )
  if (logMatches(/database files are incompatible/))
    return new LaunchError(
      'wrong_version',
      `The data in ${dataDir} was created by a different PostgreSQL version than the installed one.\n${tail}`,
    )
  if (logMatches(/error while loading shared libraries|image not found|Library not loaded/))
    return new LaunchError('binaries', `The PostgreSQL installation is incomplete (${findLogLine(/librar/)}). Run "npm ci" again.`)
  if (logMatches(/cannot be run as root|execution of the PostgreSQL server is not permitted/))
    return new LaunchError('root', rootMessage('access denied'))
  if (logMatches(/could not (create|resize|map).*shared memory|Cannot allocate memory|out of memory/))
    return new LaunchError(
      'memory',
      `PostgreSQL didn’t get enough memory (${findLogLine(/memory/)}). Close other programs, or give the container more memory and shared memory.`,
    )
  if (logMatches(/could not locate a valid checkpoint|invalid (primary )?checkpoint|pg_control|invalid data in file|PANIC/))
    return new LaunchError(
      'damaged',
      `The database in ${dataDir} is damaged. Restore that folder from a backup, or move it elsewhere to start with an empty database.\n${tail}`,
    )
  if (logMatches(/Permission denied|Operation not permitted/))
    return new LaunchError('permission', noPermission(dataDir, findLogLine(/Permission denied|not permitted/)))
  return new LaunchError(
    'not_started',
    `PostgreSQL didn’t start.${logFile ? ` The full log is in ${logFile}.` : ''}\n${tail || '(it wrote nothing)'}`,
  )
}

export function explainFileError(error: unknown, dataDir: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new LaunchError('disk_full', diskFullProblem(dataDir), { cause: error })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new LaunchError('permission', noPermission(path ?? dataDir, code), { cause: error })
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new LaunchError('permission', `${path ?? dataDir} is a file, but a folder is required.`, { cause: error })
  return error
}

export const rootMessage = (reason: string) =>
  `PostgreSQL doesn’t run as root, and switching to another user failed (${reason}). Start Slipway as an ordinary user, or point DATABASE_URL at a PostgreSQL server.`
