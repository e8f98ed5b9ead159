#!/usr/bin/env node
import { auditVerify } from './auditVerify.ts'
import { backup } from './backup.ts'
import { doctor } from './doctor.ts'
import { restore } from './restore.ts'
import { supportBundle } from './supportBundle.ts'

const usage = `slipway backup <file or folder>    writes the whole database as of one moment to a new file

  --force                      replaces an existing file
  --output text|json           default: text; json prints the manifest

slipway restore <backup>    restores into the empty database at DATABASE_URL; Slipway then starts paused
slipway restore --verify <backup>    does and checks the same, and rolls it back

  --despite-findings           restores a backup whose trail or data has findings, and records them in the audit trail

slipway restore --mark    records that the database was restored to a point in time, so that Slipway starts paused

Exit code: 0, or 2 if nothing was written or changed. Keys and connections have the settings of the server.

slipway audit verify    finds changed, missing and removed events in the audit trail

  --file <evidence.jsonl>      an evidence export; default: the database at DATABASE_URL
  --public-key <file>          Ed25519 public keys (PEM) whose checkpoints are trusted; can be repeated
  --checkpoints <file>         checkpoints stored elsewhere, one per line (SLIPWAY_AUDIT_CHECKPOINTS)
  --output text|json           default: text

Exit code: 0 if the trail is unchanged, 1 if it was changed, 2 if it could not be checked.

slipway doctor          checks settings, database, sign-in and permissions, and says how to grant what is missing; writes nothing

  --pre                 before the first start, when the database has no schema yet
  --token <file>        instead shows the claims of an access token, and the roles that they give
  --json                instead of text

Exit code: 0 if nothing is missing, 1 if something is, 2 if something could not be checked.

slipway support-bundle <file or folder>    writes facts for support to a new .tar.gz, without secrets and personal data; changes nothing

  --log <file>                 a log of Slipway to include, or - for standard input; default: server.log in SLIPWAY_DATA, if there is one
  --lines <number>             lines from the end of the log; default: 2000
  --force                      replaces an existing file

Exit code: 0 if it is complete, 1 if something could not be read, 2 if nothing was written.
`

const [topic, ...args] = process.argv.slice(2)
const output = { out: process.stdout, error: process.stderr }
if (topic === 'audit' && args[0] === 'verify') process.exitCode = await auditVerify(args.slice(1), process.env, output)
else if (topic === 'backup') process.exitCode = await backup(args, process.env, output)
else if (topic === 'restore') process.exitCode = await restore(args, process.env, output)
// A system that didn't respond in time can keep its connection open for longer, so the process doesn't wait for it.
else if (topic === 'doctor') process.exit(await doctor(args, process.env, output))
else if (topic === 'support-bundle') process.exit(await supportBundle(args, process.env, output))
else {
  const isRequested = topic === undefined || topic === 'help' || topic === '--help'
  ;(isRequested ? process.stdout : process.stderr).write(
    isRequested ? usage : `Unknown command: slipway ${process.argv.slice(2).join(' ')}\n\n${usage}`,
  )
  process.exitCode = isRequested ? 0 : 2
}
