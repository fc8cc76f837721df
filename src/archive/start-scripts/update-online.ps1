# Brings this server to the newest server pack of its line, by the link UPDATE_URL. All that changes is fetched and verified in
# .update/next, which becomes .update/ready in one step. From then on each start goes on to exchange the files; what they
# were is kept in .update/trial until the server has started, or is put back by way of .update/back.

function Get-UpdatePath([string] $Name) {
    return [System.IO.Path]::Combine($folder, '.update', $Name)
}

function Test-Update([string] $Name) {
    return [System.IO.Directory]::Exists((Get-UpdatePath $Name))
}

function Move-Update([string] $Name, [string] $NewName) {
    [System.IO.Directory]::Move((Get-UpdatePath $Name), (Get-UpdatePath $NewName))
}

function Remove-Update([string] $Name) {
    if (Test-Update $Name) { [System.IO.Directory]::Delete((Get-UpdatePath $Name), $true) }
}

function New-FolderOf([string] $Path) {
    [void] [System.IO.Directory]::CreateDirectory([System.IO.Path]::GetDirectoryName($Path))
}

# Updates this server where there is something newer; whether the script has to begin anew because of it.
function Update-Online([bool] $Asked, [bool] $Confirmed) {
    try { Initialize-Update $Asked $Confirmed } catch {
        if ($Asked) { throw }
        Write-Host "ERROR: $($_.Exception.Message)"
        Write-Host 'The server starts as it is.'
    }
    if (-not (Test-Update 'ready')) { return $false }
    Install-Files
    if (-not $Asked) { return $true }
    Write-Host 'The server is up to date. Its next start installs what its versions need.'
    return $false
}

# Installs what a start needs. Where that fails before the first start after an update, the old files come back, and the script begins anew: then $isInstalled stays false.
function Install-All([bool] $Cleanup) {
    $script:isInstalled = $false
    try {
        Find-Java
        if ($settings['SKIP_JAVA_CHECK'] -ne 'true') { Confirm-Java }
        Set-Memory
        Initialize-Server $Cleanup
        $script:isInstalled = $true
    } catch {
        if (-not (Test-Update 'trial') -or (Test-Started)) { throw }
        Write-Host "ERROR: $($_.Exception.Message)"
        Undo-Update
        Restart-Script
    }
}

# Fetches what is newer into .update/ready; nothing where there is nothing newer.
function Initialize-Update([bool] $Asked, [bool] $Confirmed) {
    if (Test-Update 'trial') {
        if ($Asked) { Stop-Start 'This server has not been up since its last update.', 'Start the server first, then update it again.' }
        Write-Host 'This server has not been up since its last update, so no newer one is looked for.'
        return
    }
    Remove-Update 'next'
    $pack = Get-UpdatePath 'next/pack'
    [void] [System.IO.Directory]::CreateDirectory($pack)
    $told = Get-Manifest
    $newest = $told.Files['server-pack.json']
    if ($null -eq $newest) { Stop-Start 'The service tells no server-pack.json of the newest server pack.' }
    if ((Get-Crc (Get-OwnPath 'server-pack.json')) -ceq $newest.Crc) {
        Write-Host 'This server has the newest server pack.'
        Remove-Update 'next'
        return
    }
    $refused = Get-UpdatePath 'refused'
    if (-not $Asked -and [System.IO.File]::Exists($refused) -and [System.IO.File]::ReadAllText($refused).Trim() -ceq $newest.Crc) {
        Write-Host 'The newest server pack did not start here, so it is left alone. start.bat --update tries it again.'
        Remove-Update 'next'
        return
    }
    $old = Read-PackFiles $folder
    $wanted = New-Object System.Collections.Generic.List[object]
    foreach ($file in $told.Files.Values) {
        if (Test-InWorld $folder $file.Name) { continue }
        $here = Get-OwnPath $file.Name
        $there = [System.IO.Path]::Combine($pack, $file.Name)
        New-FolderOf $there
        if ([System.IO.File]::Exists($here) -and (Get-Crc $here) -ceq $file.Crc) {
            [System.IO.File]::Copy($here, $there, $true)
        } elseif (([string] $old[$file.Name]) -ceq $file.Crc -and $file.Name -cne 'variables.txt' -and -not (Test-Ours $file.Name)) {
            [System.IO.File]::WriteAllBytes($there, (New-Object byte[] 0))
        } else {
            $wanted.Add($file)
        }
    }
    Write-Host "Fetching $($wanted.Count) files ..."
    foreach ($file in $wanted) { Save-PackFile $told.Url $file ([System.IO.Path]::Combine($pack, $file.Name)) }
    Add-Changes $told.Changes ([System.IO.Path]::Combine($pack, 'HOW-TO-RUN.md'))
    $plan = Get-UpdatePlan $folder $pack
    Show-UpdatePlan $folder $plan
    if ($Asked) { Confirm-Update $Confirmed }
    Write-Staged $pack $plan
    [System.IO.File]::WriteAllText((Get-UpdatePath 'next/newest'), $newest.Crc)
    [System.IO.Directory]::Delete($pack, $true)
    Move-Update 'next' 'ready'
}

# What the service has signed for this very question: the address of the archive, and its files by name.
function Get-Manifest {
    $url = $settings['UPDATE_URL']
    if ($url -ceq '') { Stop-Start 'variables.txt has no UPDATE_URL: this server pack was made without an update link.' }
    if ($url -cnotmatch '\Ahttps?://') { Stop-Start "UPDATE_URL must begin with https:// or http://, found: $url" }
    $random = New-Object byte[] 16
    $source = [System.Security.Cryptography.RandomNumberGenerator]::Create()
    $source.GetBytes($random)
    $source.Dispose()
    $nonce = [System.BitConverter]::ToString($random).Replace('-', '').ToLowerInvariant()
    $client = New-Object System.Net.WebClient
    $here = [System.IO.File]::ReadAllText((Get-OwnPath 'server-pack.json'))
    $from = ''
    $asked = "$url&nonce=$nonce"
    if ($here -cmatch '(?m)^    "sha256": "([0-9a-f]{64})"') {
        $from = $Matches[1]
        if ($here -cmatch '(?m)^    "id": ([1-9][0-9]*),$') { $from = "$from.$($Matches[1])" }
        $asked = "$asked&from=$from"
    }
    try { $bytes = $client.DownloadData($asked) } catch {
        Stop-Start "The service does not tell of updates ($($_.Exception.Message)).",
            'Check the network. An update link that was withdrawn works no more: then take a new server pack.'
    } finally { $client.Dispose() }
    $text = [System.Text.Encoding]::UTF8.GetString($bytes)
    $signed = $text.LastIndexOf("`nsignature ", [System.StringComparison]::Ordinal)
    if ($signed -lt 0) { Stop-Start 'The manifest has no signature.' }
    $length = [System.Text.Encoding]::UTF8.GetByteCount($text.Substring(0, $signed + 1))
    Confirm-Signature $bytes $length ($text.Substring($signed + 11).Trim())
    $facts = @{}
    $changes = New-Object System.Collections.Generic.List[string]
    $files = New-Object System.Collections.Hashtable ([System.StringComparer]::Ordinal)
    foreach ($line in $text.Substring(0, $signed).Split("`n")) {
        if ($line -cmatch '\Afile ([0-9a-f]{64}) ([0-9a-f]{8}) ([08]) ([0-9]+) ([0-9]+) ([0-9]+) (.+)\z') {
            $file = @{ Sha = $Matches[1]; Crc = $Matches[2]; Method = $Matches[3]; Place = [long] $Matches[4]; Packed = [long] $Matches[5]; Name = $Matches[7] }
            if ($file.Name -cmatch '(\A|/)\.{0,2}(/|\z)' -or $file.Name -cmatch '\A\.update/' -or $file.Name.Contains(':')) { continue }
            $files[$file.Name] = $file
        } elseif ($line.StartsWith('change ', [System.StringComparison]::Ordinal)) {
            $changes.Add(($line.Substring(7) -creplace '[\x00-\x08\x0b-\x1f\x7f]', ''))
        } elseif ($line -cmatch '\A([a-z-]+) (.+)\z') {
            $facts[$Matches[1]] = $Matches[2]
        }
    }
    if ($facts['format'] -cne '1') {
        Stop-Start 'The service tells of updates in a way that this start script does not know.',
            'Update once by hand: unpack the new server pack and run its start.bat --update with the folder of this server.'
    }
    if ($facts['nonce'] -cne $nonce) { Stop-Start 'The manifest is not the answer to this question: it may be an old one.' }
    if (([string] $facts['from']) -cne $from) { Stop-Start 'The manifest is not for the server pack that is here.' }
    return @{ Url = $facts['url']; Files = $files; Changes = $changes }
}

# Shows what changed since the version that is here, and adds it to the new HOW-TO-RUN.md.
function Add-Changes([object] $Changes, [string] $HowTo) {
    if ($Changes.Count -eq 0 -or -not [System.IO.File]::Exists($HowTo)) { return }
    foreach ($line in $Changes) { Write-Host $line }
    Write-Host ''
    [System.IO.File]::AppendAllText($HowTo, "`n" + ($Changes -join "`n") + "`n", (New-Object System.Text.UTF8Encoding $false))
}

# Windows has no program that checks such a signature unless openssl 3 was installed.
function Confirm-Signature([byte[]] $Bytes, [int] $Length, [string] $Signature) {
    $openssl = Find-OpenSsl
    if ($openssl -ceq '' -or -not (Test-Own 'update-key.pem')) {
        if ($settings['UPDATE_URL'] -cnotmatch '\Ahttps://') { Stop-Start 'Updates over http need openssl 3, which checks the signature of the service.' }
        Write-Host 'Note: without openssl 3 the signature of the service is not checked, only its certificate.'
        return
    }
    $signed = New-Object byte[] $Length
    [System.Array]::Copy($Bytes, $signed, $Length)
    [System.IO.File]::WriteAllBytes((Get-UpdatePath 'next/signed'), $signed)
    [System.IO.File]::WriteAllBytes((Get-UpdatePath 'next/signature'), [System.Convert]::FromBase64String($Signature))
    $start = New-Object System.Diagnostics.ProcessStartInfo
    $start.FileName = $openssl
    $start.Arguments = 'pkeyutl -verify -pubin -inkey update-key.pem -rawin -in .update/next/signed -sigfile .update/next/signature'
    $start.WorkingDirectory = $folder
    $start.UseShellExecute = $false
    $process = [System.Diagnostics.Process]::Start($start)
    $process.WaitForExit()
    if ($process.ExitCode -ne 0) { Stop-Start 'The manifest is not signed by the service that has made this server pack.' }
}

# Only absolute folders of the PATH count: others would be looked for in the folder of the server.
function Find-OpenSsl {
    foreach ($place in ([string] [System.Environment]::GetEnvironmentVariable('PATH')).Split([System.IO.Path]::PathSeparator)) {
        if ($place -cnotmatch '\A([A-Za-z]:[\\/]|\\\\|/)') { continue }
        $path = $place.TrimEnd('\', '/') + '/openssl.exe'
        if ([System.IO.File]::Exists($path)) { return $path }
    }
    return ''
}

# Fetches the bytes of one file out of the archive, and holds them against their checksums.
function Save-PackFile([string] $Url, [hashtable] $File, [string] $There) {
    $packed = New-Object byte[] $File.Packed
    if ($File.Packed -gt 0) {
        $request = [System.Net.HttpWebRequest]::Create($Url)
        $request.AddRange($File.Place, $File.Place + $File.Packed - 1)
        $answer = $request.GetResponse()
        try {
            $stream = $answer.GetResponseStream()
            # A server without ranges sends all from the beginning.
            if ([int] $answer.StatusCode -ne 206) { Read-Away $stream $File.Place }
            Read-Into $stream $packed
        } finally { $answer.Dispose() }
    }
    $hash = [System.Security.Cryptography.SHA256]::Create()
    $sum = [System.BitConverter]::ToString($hash.ComputeHash($packed)).Replace('-', '').ToLowerInvariant()
    $hash.Dispose()
    if ($sum -cne $File.Sha) { Stop-Start "What was fetched is damaged or was changed: $($File.Name)" }
    $output = [System.IO.File]::Create($There)
    try {
        if ($File.Method -ceq '0') {
            $output.Write($packed, 0, $packed.Length)
        } else {
            $source = New-Object System.IO.MemoryStream (, $packed)
            $inflater = New-Object System.IO.Compression.DeflateStream $source, ([System.IO.Compression.CompressionMode]::Decompress)
            try { $inflater.CopyTo($output) } finally { $inflater.Dispose() }
        }
    } finally { $output.Dispose() }
    if ((Get-Crc $There) -cne $File.Crc) { Stop-Start "What was fetched is not what the service tells: $($File.Name)" }
}

function Read-Into([System.IO.Stream] $Stream, [byte[]] $Buffer) {
    $done = 0
    while ($done -lt $Buffer.Length) {
        $read = $Stream.Read($Buffer, $done, $Buffer.Length - $done)
        if ($read -eq 0) { Stop-Start 'The download is cut off.' }
        $done += $read
    }
}

function Read-Away([System.IO.Stream] $Stream, [long] $Count) {
    $buffer = New-Object byte[] 65536
    while ($Count -gt 0) {
        $read = $Stream.Read($buffer, 0, [int] [System.Math]::Min($Count, $buffer.Length))
        if ($read -eq 0) { Stop-Start 'The download is cut off.' }
        $Count -= $read
    }
}

# Makes of the plan what is put into place, and a journal of what is done: put (there is one), add, remove.
function Write-Staged([string] $Pack, [object] $Plan) {
    $journal = New-Object System.Collections.Generic.List[string]
    foreach ($step in $Plan) {
        $action = $step[0]
        $name = $step[1]
        if ($action -ceq 'keep') { continue }
        if ($action -ceq 'remove') {
            $journal.Add("remove $name")
            continue
        }
        $target = $name
        if ($action -ceq 'beside') { $target = "$name.new" }
        if ([System.IO.Directory]::Exists((Get-OwnPath $target))) {
            Stop-Start "This is a folder here, and a file in the server pack: $target", 'Move it away, then start again.'
        }
        $staged = Get-UpdatePath "next/staged/$target"
        New-FolderOf $staged
        if ($action -ceq 'merge') {
            Merge-Variables (Get-OwnPath $name) ([System.IO.Path]::Combine($Pack, $name)) $staged
        } else {
            [System.IO.File]::Copy([System.IO.Path]::Combine($Pack, $name), $staged, $true)
        }
        if (Test-Own $target) { $journal.Add("put $target") } else { $journal.Add("add $target") }
    }
    $encoding = New-Object System.Text.UTF8Encoding $false
    [System.IO.File]::WriteAllText((Get-UpdatePath 'next/journal'), ($journal -join "`n"), $encoding)
}

# The steps of a journal: what is done, and the name.
function Read-Journal([string] $Name) {
    $steps = New-Object System.Collections.Generic.List[object]
    foreach ($line in [System.IO.File]::ReadAllLines((Get-UpdatePath "$Name/journal"), [System.Text.Encoding]::UTF8)) {
        $space = $line.IndexOf(' ')
        if ($space -gt 0) { $steps.Add(@($line.Substring(0, $space), $line.Substring($space + 1))) }
    }
    return , $steps
}

# Goes on with what an earlier start was ended in. The server has the old files before, and the new ones, or again the old ones, after.
function Complete-Update {
    Remove-Update 'next'
    if (Test-Update 'back') { Restore-Files }
    if (Test-Update 'ready') { Install-Files }
    if (Test-Ready) { Close-Trial }
}

# Puts the files of .update/ready into their places; each of those that were there stays in .update/ready/kept.
function Install-Files {
    foreach ($step in (Read-Journal 'ready')) {
        $name = $step[1]
        $here = Get-OwnPath $name
        $staged = Get-UpdatePath "ready/staged/$name"
        $kept = Get-UpdatePath "ready/kept/$name"
        $isStaged = [System.IO.File]::Exists($staged)
        if ($step[0] -cne 'remove' -and -not $isStaged) { continue }
        New-FolderOf $kept
        New-FolderOf $here
        if ([System.IO.File]::Exists($here) -and -not [System.IO.File]::Exists($kept)) {
            [System.IO.File]::Copy($here, "$kept.copy", $true)
            [System.IO.File]::Move("$kept.copy", $kept)
        }
        if (-not $isStaged) {
            if ([System.IO.File]::Exists($here)) { [System.IO.File]::Delete($here) }
        } elseif ([System.IO.File]::Exists($here)) {
            [System.IO.File]::Replace($staged, $here, [System.Management.Automation.Language.NullString]::Value)
        } else {
            [System.IO.File]::Move($staged, $here)
        }
    }
    Move-Update 'ready' 'trial'
}

# Whether the server has told that it is up since it was last started after its update: in its log, in that of a day that has ended since, or in Forge's
# debug logs, in which mods say more.
function Test-Ready {
    if (-not (Test-Started)) { return $false }
    foreach ($name in 'latest.log', 'debug.log') {
        if ((Test-Own "logs/$name") -and (Test-ReadyIn $name ([System.IO.File]::OpenRead((Get-OwnPath "logs/$name"))))) { return $true }
    }
    $logs = Get-OwnPath 'logs'
    if (-not [System.IO.Directory]::Exists($logs)) { return $false }
    $started = [System.IO.File]::GetLastWriteTimeUtc((Get-UpdatePath 'trial/started'))
    foreach ($log in [System.IO.Directory]::GetFiles($logs, '*.log.gz')) {
        $name = [System.IO.Path]::GetFileName($log)
        if ($name -cnotmatch '\A([0-9]|debug-)') { continue }
        if ([System.IO.File]::GetLastWriteTimeUtc($log) -le $started) { continue }
        if (Test-ReadyIn $name (New-Object System.IO.Compression.GZipStream ([System.IO.File]::OpenRead($log)), ([System.IO.Compression.CompressionMode]::Decompress))) { return $true }
    }
    return $false
}

# A log that was cut off tells what it tells until there.
function Test-ReadyIn([string] $Name, [System.IO.Stream] $Stream) {
    $told = 'Done \('
    if ($Name.StartsWith('debug', [System.StringComparison]::Ordinal)) { $told = 'Done \(.*For help, type' }
    $reader = New-Object System.IO.StreamReader $Stream
    try {
        while ($null -ne ($line = $reader.ReadLine())) {
            if ($line -cmatch $told) { return $true }
        }
    } catch [System.IO.InvalidDataException] {
        return $false
    } finally { $reader.Dispose() }
    return $false
}

function Test-Started {
    return [System.IO.File]::Exists((Get-UpdatePath 'trial/started'))
}

# Marks a start after an update, and has the logs of this start be told from those of an earlier one, which a start would put away.
function Set-Started {
    if (-not (Test-Update 'trial')) { return }
    if (Test-Own 'logs/latest.log') { Move-Own 'logs/latest.log' 'logs/before-update.log' }
    if (Test-Own 'logs/debug.log') { Move-Own 'logs/debug.log' 'logs/debug-before-update.log' }
    [System.IO.File]::WriteAllText((Get-UpdatePath 'trial/started'), '')
}

# Lets go of the files from before the update, in one step.
function Close-Trial {
    Remove-Update 'next'
    Move-Update 'trial' 'next'
    Remove-Update 'next'
}

function Undo-Update {
    Write-Host 'The server did not start since its update.'
    Write-Host 'Going back to the files from before the update. Worlds stay as they are now.'
    [System.IO.File]::Copy((Get-UpdatePath 'trial/newest'), (Get-UpdatePath 'refused'), $true)
    Move-Update 'trial' 'back'
    Restore-Files
}

function Restore-Files {
    foreach ($step in (Read-Journal 'back')) {
        $here = Get-OwnPath $step[1]
        $kept = Get-UpdatePath "back/kept/$($step[1])"
        if ($step[0] -ceq 'add') {
            if ([System.IO.File]::Exists($here)) { [System.IO.File]::Delete($here) }
        } elseif ([System.IO.File]::Exists($kept)) {
            New-FolderOf $here
            if ([System.IO.File]::Exists($here)) {
                [System.IO.File]::Replace($kept, $here, [System.Management.Automation.Language.NullString]::Value)
            } else {
                [System.IO.File]::Move($kept, $here)
            }
        }
    }
    Remove-Update 'back'
}

# After an update, whether the server has ended by itself with this status before it was up. One that ran for ten minutes was up, whatever its
# log still tells: that begins anew each day. One that was stopped or killed says nothing.
function Test-Failed([int] $Status, [System.TimeSpan] $Ran) {
    if (-not (Test-Update 'trial')) { return $false }
    if ((Test-Ready) -or $Status -eq 0 -or $Ran.TotalMinutes -ge 10) {
        Close-Trial
        return $false
    }
    return 130, 143 -notcontains $Status
}

# Runs the script that an update has put in place of this one, as this one was told to.
function Restart-Script {
    $options = '--updated'
    if ($script:cleanup) { $options += ' --cleanup' }
    if ($script:installOnly) { $options += ' --install-only' }
    $start = New-Object System.Diagnostics.ProcessStartInfo
    $start.FileName = [System.Diagnostics.Process]::GetCurrentProcess().MainModule.FileName
    $start.Arguments = "-NoProfile -ExecutionPolicy Bypass -File `"$(Get-OwnPath 'start.ps1')`" $options"
    $start.WorkingDirectory = $folder
    $start.UseShellExecute = $false
    $process = [System.Diagnostics.Process]::Start($start)
    $process.WaitForExit()
    $script:exitCode = $process.ExitCode
}
