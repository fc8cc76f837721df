#!/bin/sh
# Builds test/support/side-mods/classes.zip from the mods beside it, over stubs of the classes of the game and the loaders that
# they name. It is committed, so that the tests need no Java; run this after a change of the sources. Needs a JDK of version
# 17, which another compiles otherwise, and python3 for a zip without dates.
set -eu
cd "$(dirname "$0")/../test/support/side-mods"
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
find stubs -name '*.java' | LC_ALL=C sort | xargs javac --release 8 -Xlint:-options -g:none -d "$built/stubs"
for folder in mods/*/; do
  mod=$(basename "$folder")
  find mods -name '*.java' -path "mods/$mod/*" | LC_ALL=C sort |
    xargs javac --release 8 -Xlint:-options -g:none -cp "$built/stubs" -sourcepath 'mods/overlay:mods/lens' -implicit:none \
      -d "$built/mods/$mod"
done
python3 - "$built/mods" <<'PYTHON'
import pathlib, sys, zipfile

root = pathlib.Path(sys.argv[1])
with zipfile.ZipFile('classes.zip', 'w', zipfile.ZIP_DEFLATED) as jar:
    for path in sorted(root.rglob('*.class')):
        jar.writestr(zipfile.ZipInfo(path.relative_to(root).as_posix(), (1980, 1, 1, 0, 0, 0)), path.read_bytes())
PYTHON
