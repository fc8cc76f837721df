# Locks a folder against other starts until this script and its Java, which inherits the lock, have ended. Ends the
# script when another start holds the lock, or another process the server's world.
function Lock-Folder([string] $Place) {
    $path = [System.IO.Path]::Combine($Place, '.start-lock')
    try { $script:lock = [System.IO.File]::Open($path, 'OpenOrCreate', 'ReadWrite', 'Read, Inheritable') } catch {
        if ((Get-ErrorCode $_.Exception) -cne $inUse) { throw }
        $reader = New-Object System.IO.StreamReader ([System.IO.File]::Open($path, 'Open', 'Read', 'ReadWrite'))
        try { $holder = $reader.ReadToEnd().Trim() } finally { $reader.Dispose() }
        Stop-Start "This server is being started or runs already: process $holder", 'Stop it first.'
    }
    $world = 'world'
    $properties = [System.IO.Path]::Combine($Place, 'server.properties')
    if ([System.IO.File]::Exists($properties) -and [System.IO.File]::ReadAllText($properties) -cmatch '(?m)^level-name=([^\r\n]+)') { $world = $Matches[1] }
    $world = [System.IO.Path]::Combine($Place, $world, 'session.lock')
    if ([System.IO.File]::Exists($world)) {
        try { [System.IO.File]::Open($world, 'Open', 'ReadWrite', 'None').Dispose() } catch {
            if ((Get-ErrorCode $_.Exception) -cne $inUse) { throw }
            Stop-Start "Another program has the world of this server: $world", 'Stop it first.'
        }
    }
    $mark = [System.Text.Encoding]::ASCII.GetBytes([string] $PID)
    $script:lock.SetLength(0)
    $script:lock.Write($mark, 0, $mark.Length)
    $script:lock.Flush()
}

# Windows' numbers of file errors; all of them begin with 8007.
$inUse = '80070020'
$diskFull = '80070070', '80070027'

function Get-ErrorCode([System.Exception] $Fault) {
    return '{0:x8}' -f $Fault.GetBaseException().HResult
}

# The error itself, without the words that PowerShell adds.
function Get-Cause([System.Exception] $Fault) {
    if ($diskFull -ccontains (Get-ErrorCode $Fault)) { return 'The disk is full.' }
    return $Fault.GetBaseException().Message
}

# Renames a file, also over another one, which stays whole until then.
function Move-Over([string] $From, [string] $To) {
    if ([System.IO.File]::Exists($To)) {
        [System.IO.File]::Replace($From, $To, [System.Management.Automation.Language.NullString]::Value)
    } else {
        [System.IO.File]::Move($From, $To)
    }
}
