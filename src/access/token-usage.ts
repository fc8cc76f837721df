export const usage = `npm run token -- create --name <name> --role reader|publisher|operator
                       [--voter] [--expires 90d|12h] [--quota 50GiB] [--new-database]
npm run token -- list
npm run token -- revoke <name>

The last line that create prints is the token alone.`;
