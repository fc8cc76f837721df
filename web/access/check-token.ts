/** Asks the service whether it knows a token. */
export async function checkToken(token: string): Promise<'good' | 'wrong' | 'unknown'> {
  // A header cannot carry other characters.
  if (!/^[\x21-\x7e]+$/.test(token)) return 'wrong';
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: '{ viewer { name } }' }),
    });
    if (response.ok) return 'good';
    return response.status === 401 ? 'wrong' : 'unknown';
  } catch {
    return 'unknown';
  }
}
