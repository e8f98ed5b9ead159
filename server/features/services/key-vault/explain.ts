import { ExternalError } from '../../../clients/externalError.ts'
import type { MissingPermission } from '../../../clients/missingPermission.ts'
import { type ErrorCode, Failure } from '../../../errors.ts'

export const vaultErrors: Record<string, [code: ErrorCode, message: (vault: string, missing?: MissingPermission) => string]> = {
  ForbiddenByRbac: [
    'outsideFailed',
    (vault, missing) =>
      `Slipway lacks ${missing?.name ?? 'a role'} on ${vault}. Ask the vault’s administrators to grant the permission, for example with the role Key Vault Secrets Officer.`,
  ],
  ForbiddenByFirewall: [
    'outsideFailed',
    (vault) => `The firewall of ${vault} blocks Slipway. Allow Slipway’s network, or set the secret from a network the vault trusts.`,
  ],
  ForbiddenByConnection: [
    'outsideFailed',
    (vault) =>
      `${vault} is available only on its private endpoint, which Slipway can’t reach. Set the secret from inside the vault’s network.`,
  ],
  ForbiddenByPolicy: [
    'outsideFailed',
    (vault) =>
      `The access policies of ${vault} don’t include Slipway. Ask the vault’s administrators to grant Slipway Get, List, Set and Recover.`,
  ],
  ObjectIsDeletedButRecoverable: [
    'conflict',
    (vault) => `${vault} has a deleted secret with this name. Recover it with this value as its new version, or choose another name.`,
  ],
  ObjectIsBeingRecovered: ['wrongState', () => 'The deleted secret with this name is still being recovered. Try again in a minute.'],
  ObjectIsBeingDeleted: ['wrongState', () => 'A secret with this name is being deleted. Try again in a minute.'],
  unreachable: [
    'outsideFailed',
    (vault) =>
      `${vault} can’t be reached because its name doesn’t resolve or its network blocks Slipway. Check that the vault still exists.`,
  ],
}

const byStatus: Record<number, [code: ErrorCode, message: (vault: string, missing?: MissingPermission) => string]> = {
  400: ['invalidRequest', (vault) => `${vault} rejected the secret. Check the name, the dates and the length of the value.`],
  401: ['outsideFailed', (vault) => `${vault} doesn’t accept Slipway’s sign-in. The vault might belong to another directory.`],
  403: ['outsideFailed', (vault) => `${vault} denies access to Slipway. Ask the vault’s administrators to allow it.`],
  404: ['notFound', (vault) => `${vault} no longer exists.`],
  409: ['wrongState', (vault) => `${vault} is processing another change to this secret. Try again in a minute.`],
}

/** The vault's own message isn't used, because it can repeat the secret. */
export function explain(vault: string, error: unknown): unknown {
  if (!(error instanceof ExternalError)) return error
  const explanation = vaultErrors[error.code] ?? (error.status === undefined ? undefined : byStatus[error.status])
  return explanation ? new Failure(explanation[0], explanation[1](vault, error.missing), { cause: error }) : error
}
