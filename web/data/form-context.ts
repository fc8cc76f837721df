/** For mutations with files: forms are taken from pages that can set headers alone. */
export const formContext = { fetchOptions: { headers: { 'graphql-require-preflight': '1' } } };
