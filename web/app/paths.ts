/** The paths of all pages. The build tells them to the service, which answers any other with 404. */
export const paths = {
  first: '/',
  upload: '/upload',
  ticket: '/upload/:ticket',
  import: '/import',
  modPacks: '/modpacks',
  modPack: '/modpacks/:number',
  preview: '/modpacks/:number/preview',
  serverPack: '/serverpacks/:number',
  line: '/lines/:name',
  compare: '/compare',
  logs: '/logs',
  events: '/events',
  statistics: '/statistics',
  signIn: '/sign-in',
  admin: '/admin',
} as const;
