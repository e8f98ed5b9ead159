import type { Actor, Person } from '../auth/actor.ts'
import { Failure } from '../errors.ts'

/**
 * The getter is in a class, because V8 would create a hidden class for each object literal with a getter. That hidden class would keep the
 * whole call in memory until the next full garbage collection.
 */
class Caller {
  readonly caller: Actor

  constructor(caller: Actor) {
    this.caller = caller
  }

  get actor(): Person {
    return personOf(this.caller)
  }
}

/** @throws unauthenticated if the caller isn't a person */
export function personOf(actor: Actor): Person {
  if (actor.kind !== 'person') throw new Failure('unauthenticated', 'Sign in first.')
  return actor
}

/** Adds the caller, and `actor`, which throws if it is read and the caller isn't a person. A spread of the result has no `actor`. */
export function withActor<T extends object>(caller: Actor, properties: T): Caller & T {
  return Object.assign(new Caller(caller), properties)
}
