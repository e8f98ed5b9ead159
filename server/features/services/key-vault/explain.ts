import type { MissingPermission } from '../../../clients/missingPermission.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { type ErrorCode, Failure } from '../../../errors.ts'

const ownWords: Record<string, [code: ErrorCode, message: (vault: string, missing?: MissingPermission) => string]> = {
  ForbiddenByRbac: [
    'outsideFailed',
    (vault, missing) =>
      `Slipway lacks ${missing?.name ?? 'a role'} on ${vault}. Ask whoever manages the vault to grant it, for example with the role Key Vault Secrets Officer.`,
  ],
  ForbiddenByFirewall: [
    'outsideFailed',
    (vault) => `The firewall of ${vault} keeps Slipway out. Let Slipway’s network in, or set the secret from a network the vault trusts.`,
  ],
  ForbiddenByConnection: [
    'outsideFailed',
    (vault) => `${vault} answers on its private endpoint only, which Slipway does not reach. Set the secret from inside its network.`,
  ],
  ForbiddenByPolicy: [
    'outsideFailed',
    (vault) =>
      `The access policies of ${vault} do not name Slipway. Ask whoever manages the vault to give Slipway Get, List, Set and Recover.`,
  ],
  ObjectIsDeletedButRecoverable: [
    'conflict',
    (vault) =>
      `${vault} still keeps a deleted secret of this name, so the name is not free. Bring it back with this value as its new version (recover), or choose another name.`,
  ],
  ObjectIsBeingRecovered: ['wrongState', () => 'The deleted secret of this name is still being brought back. Try again in a minute.'],
  ObjectIsBeingDeleted: ['wrongState', () => 'A secret of this name is being deleted at this moment. Try again in a minute.'],
  unreachable: [
    'outsideFailed',
    (vault) =>
      `${vault} cannot be reached: its name does not resolve, or its network is closed to Slipway. Check that the vault still exists.`,
  ],
}

const byStatus: Record<number, [code: ErrorCode, message: (vault: string, missing?: MissingPermission) => string]> = {
  400: ['invalidRequest', (vault) => `${vault} does not take this: check the name, the dates and the length of the value.`],
  401: ['outsideFailed', (vault) => `${vault} does not accept Slipway’s sign-in; it may belong to another directory.`],
  403: ['outsideFailed', (vault) => `${vault} does not let Slipway in. Ask whoever manages the vault to allow it.`],
  404: ['notFound', (vault) => `${vault} is not there any more.`],
  409: ['wrongState', (vault) => `${vault} cannot do this while something else is under way with this secret. Try again in a minute.`],
}

/** What a vault's refusal means and what to do about it, in Slipway's own words: the vault's may repeat what was sent. */
export function explain(vault: string, error: unknown): unknown {
  if (!(error instanceof OutsideError)) return error
  const words = ownWords[error.code] ?? (error.status === undefined ? undefined : byStatus[error.status])
  return words ? new Failure(words[0], words[1](vault, error.missing), { cause: error }) : error
}
