// Runs before everything else, on whatever Node there is, so it is plain JavaScript that old versions understand.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `This needs Node 24 or newer, and this is ${process.version}. On Linux and Windows (64 bit) "npm ci" brings ` +
      'it along: run that first, and start through npm. Elsewhere, install Node 24 yourself.\n',
  );
  process.exit(1);
}
