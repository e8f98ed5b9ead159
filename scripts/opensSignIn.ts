/**
 * Returns whether a browser that signs in reaches the identity provider's page. Without the provider, Slipway redirects to a page of its own.
 * @param origin the origin of Slipway
 */
export async function opensSignIn(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/auth/login`).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok === true && new URL(response.url).origin !== origin
}
