#!/bin/sh
# Builds src/archive/start-scripts/start.jar from the sources beside it. It is committed, so that building a server pack
# needs no Java; run this after a change of the source. Needs a JDK from 11 to 25, and python3 for a zip without dates.
set -eu
cd "$(dirname "$0")/../src/archive/start-scripts"
classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT
javac --release 8 -Xlint:-options -g:none -d "$classes" StartServer.java StrayJars.java UpdateServer.java
python3 - "$classes" <<'PYTHON'
import pathlib, sys, zipfile

files = {'META-INF/MANIFEST.MF': b'Manifest-Version: 1.0\r\nMain-Class: StartServer\r\n\r\n'}
for path in sorted(pathlib.Path(sys.argv[1]).glob('*.class')):
    files[path.name] = path.read_bytes()
for source in ('StartServer.java', 'StrayJars.java', 'UpdateServer.java'):
    files[source] = pathlib.Path(source).read_bytes()
with zipfile.ZipFile('start.jar', 'w') as jar:
    for name, content in files.items():
        jar.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
PYTHON
