# Brings an older server to this server pack: mods, configuration and scripts as they are here, worlds and what was
# changed there as it is there. What a file was like is told by the checksums in the server-pack.json of both.
function Update-Server([string] $Target, [bool] $Confirmed) {
    $server = [System.IO.Path]::GetFullPath([System.IO.Path]::Combine($folder, $Target)).TrimEnd('\', '/')
    if (-not [System.IO.File]::Exists([System.IO.Path]::Combine($server, 'server-pack.json'))) {
        Stop-Start "There is no server pack of ours: $server",
            '--update takes the folder of the older server; unpack the new server pack into a folder of its own and start it there.'
    }
    if ($server -eq $folder.TrimEnd('\', '/')) { Stop-Start '--update takes the folder of the older server, not the one that start.bat is in.' }
    $plan = Get-UpdatePlan $server $folder
    Show-UpdatePlan $server $plan
    Confirm-Update $Confirmed
    foreach ($step in $plan) { Invoke-UpdateStep $server $step[0] $step[1] }
    Write-Host "The server in $server is up to date. Its next start installs what its versions need."
}

# What is to become of each file of the server and of the server pack in these folders.
function Get-UpdatePlan([string] $Server, [string] $Pack) {
    $old = Read-PackFiles $Server
    $new = Read-PackFiles $Pack
    $plan = New-Object System.Collections.Generic.List[object]
    foreach ($name in (@($old.Keys) + @($new.Keys) | Sort-Object -Unique -CaseSensitive)) {
        $action = Get-UpdateAction $Server $Pack $name ([string] $old[$name]) ([string] $new[$name])
        if ($action -cne '') { $plan.Add(@($action, $name)) }
    }
    $plan.Add(@('replace', 'server-pack.json'))
    return , $plan
}

function Confirm-Update([bool] $Confirmed) {
    if ($Confirmed) { return }
    if ([System.Console]::IsInputRedirected) { Stop-Start 'Nothing was changed. To do this, start it again with --yes at the end.' }
    if ((Read-Host 'Stop the server, then type "yes" to do this') -cne 'yes') { Stop-Start 'Nothing was changed.' }
}

# Whether an update replaces a file whatever was changed in it.
function Test-Ours([string] $Name) {
    return $Name -cmatch '\A(start\.(sh|ps1|bat|jar)\z|HOW-TO-RUN\.md\z|update-key\.pem\z|mods/)'
}

# Whether a file is in a folder that is a world on the server.
function Test-InWorld([string] $Server, [string] $Name) {
    $slash = $Name.IndexOf('/')
    return $slash -ge 0 -and [System.IO.File]::Exists([System.IO.Path]::Combine($Server, $Name.Substring(0, $slash), 'level.dat'))
}

# Checksums by name of the files of a server pack. Names that are no plain paths below the folder are left out. Older
# server packs of ours name their mods only.
function Read-PackFiles([string] $Place) {
    $files = New-Object System.Collections.Hashtable ([System.StringComparer]::Ordinal)
    $lines = [System.IO.File]::ReadAllLines([System.IO.Path]::Combine($Place, 'server-pack.json'), [System.Text.Encoding]::UTF8)
    $hasSums = $lines -ccontains '  "files": {'
    $mod = ''
    foreach ($line in $lines) {
        $name = ''
        $sum = '-'
        if ($line -cmatch '\A    "([^"\\]*)": "crc32:([0-9a-f]{8})",?\z') {
            $name = $Matches[1]
            $sum = $Matches[2]
        } elseif (-not $hasSums -and $line -cmatch '\A      "file": "([^"\\]*)",\z') {
            $mod = 'mods/' + $Matches[1]
        } elseif (-not $hasSums -and $line -cmatch '\A      "kept": true,?\z') {
            $name = $mod
        }
        if ($name -ceq '' -or $name -cmatch '(\A|/)\.{0,2}(/|\z)' -or $name.Contains(':') -or $files.ContainsKey($name)) { continue }
        $files[$name] = $sum
    }
    return $files
}

# What is to become of a file: add, replace, remove, keep, merge, beside (kept, and the new one beside it), or nothing.
function Get-UpdateAction([string] $Server, [string] $Pack, [string] $Name, [string] $Old, [string] $New) {
    $there = [System.IO.Path]::Combine($Server, $Name)
    $isThere = [System.IO.File]::Exists($there)
    if (Test-InWorld $Server $Name) { return '' }
    $isOurs = Test-Ours $Name
    $given = [System.IO.Path]::Combine($Pack, $Name)
    if (-not [System.IO.File]::Exists($given)) {
        if (-not $isThere) { return '' }
        if ($isOurs -or (Get-Crc $there) -ceq $Old) { return 'remove' }
        return 'keep'
    }
    if (-not $isThere) {
        if ($isOurs -or $Old -ceq '' -or $Old -cne $New) { return 'add' }
        return ''
    }
    $crc = Get-Crc $there
    if ($crc -ceq (Get-Crc $given)) { return '' }
    if ($isOurs -or $crc -ceq $Old) { return 'replace' }
    if ($Name -ceq 'variables.txt') { return 'merge' }
    if ($Old -ceq $New) { return 'keep' }
    return 'beside'
}

# The CRC-32 of a file, which the gzip format has behind it with its lowest byte first.
function Get-Crc([string] $Path) {
    $packed = New-Object System.IO.MemoryStream
    $gzip = New-Object System.IO.Compression.GZipStream $packed, ([System.IO.Compression.CompressionLevel]::Fastest), $true
    $file = [System.IO.File]::OpenRead($Path)
    try { $file.CopyTo($gzip) } finally { $file.Dispose() }
    $gzip.Dispose()
    # Nothing is written for an empty file.
    if ($packed.Length -lt 18) { return '00000000' }
    return '{0:x8}' -f [System.BitConverter]::ToUInt32($packed.ToArray(), [int] $packed.Length - 8)
}

function Show-UpdatePlan([string] $Server, [object] $Plan) {
    Write-Host "Update of the server in ${Server}:"
    foreach ($step in $Plan) {
        $name = $step[1]
        if ($step[0] -ceq 'beside') {
            Write-Host "  keep     $name (changed on both sides: the new one goes beside it as $name.new)"
        } elseif ($step[0] -ceq 'keep') {
            Write-Host "  keep     $name (changed on the server)"
        } elseif ($step[0] -ceq 'merge') {
            Write-Host "  replace  $name (your settings are kept, but for ADDITIONAL_ARGS)"
        } else {
            Write-Host ('  {0,-8} {1}' -f $step[0], $name)
        }
    }
    Write-Host 'Worlds, and all other files that are in neither server pack, stay as they are.'
}

function Invoke-UpdateStep([string] $Server, [string] $Action, [string] $Name) {
    $there = [System.IO.Path]::Combine($Server, $Name)
    if ($Action -ceq 'beside') { $there = "$there.new" }
    if ($Action -ceq 'remove') { [System.IO.File]::Delete($there) }
    if ($Action -ceq 'add' -or $Action -ceq 'replace' -or $Action -ceq 'beside') {
        [void] [System.IO.Directory]::CreateDirectory([System.IO.Path]::GetDirectoryName($there))
        [System.IO.File]::Copy((Get-OwnPath $Name), $there, $true)
    }
    if ($Action -ceq 'merge') { Merge-Variables $there (Get-OwnPath $Name) $there }
}

# The first line of a key wins, so settings of the server go before those of the pack. Versions are the pack's.
function Merge-Variables([string] $There, [string] $Given, [string] $Target) {
    $lines = @('# Kept by an update; these lines go before those below.')
    foreach ($line in [System.IO.File]::ReadAllLines($There, [System.Text.Encoding]::UTF8)) {
        if ($line -cmatch '\A\s*(JAVA|JAVA_[0-9]+|JAVA_FOLDERS|INSTALL_JAVA|JAVA_ARGS|JVM_PRESET|RESTART|SKIP_JAVA_CHECK|WAIT_FOR_USER_INPUT|MIRROR|UPDATE)\s*=') { $lines += $line }
    }
    $lines += ''
    $lines += [System.IO.File]::ReadAllLines($Given, [System.Text.Encoding]::UTF8)
    $encoding = New-Object System.Text.UTF8Encoding $false
    [System.IO.File]::WriteAllText($Target, (($lines -join "`n") + "`n"), $encoding)
}
