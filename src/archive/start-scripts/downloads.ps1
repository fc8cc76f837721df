# The address of a site's file: MIRROR replaces the scheme and host.
function Get-Address([string] $Site, [string] $Path) {
    if ($settings['MIRROR'] -cne '') { return $settings['MIRROR'] + $Path }
    return $Site + $Path
}

function Save-Download([string] $Address, [string] $Name) {
    Write-Host "Downloading $Address"
    $output = [System.IO.File]::Create((Get-OwnPath "$Name.download"))
    try { Copy-Download $Address $output } catch {
        $output.Dispose()
        Remove-Own "$Name.download"
        throw
    }
    $output.Dispose()
    Move-Own "$Name.download" $Name
}

function Get-Download([string] $Address) {
    $output = New-Object System.IO.MemoryStream
    Copy-Download $Address $output
    return , $output.ToArray()
}

function Copy-Download([string] $Address, [System.IO.Stream] $Output) {
    $answer = Get-Answer $Address
    try { Wait-Download ($answer.GetResponseStream().CopyToAsync($Output)) $Address $Output } finally { $answer.Dispose() }
}

# A site's answer to a request for a file.
function Get-Answer([string] $Address) {
    $request = [System.Net.HttpWebRequest]::Create($Address)
    $request.ReadWriteTimeout = 60000
    $task = $request.GetResponseAsync()
    Wait-Download $task $Address $null
    return $task.Result
}

# Waits for a site: reports it after 10 seconds, and gives up after a minute without a byte.
function Wait-Download([System.Threading.Tasks.Task] $Task, [string] $Address, [System.IO.Stream] $Output) {
    $waited = 0
    $silent = 0
    $length = 0
    while (-not $Task.Wait(10000)) {
        if ($waited -eq 0) { Write-Host "Waiting for $Address ..." }
        $waited++
        $silent++
        if ($null -ne $Output -and $Output.Length -gt $length) {
            $length = $Output.Length
            $silent = 0
        }
        if ($silent -ge 6) { throw 'Nothing came for a minute.' }
    }
}

# Downloads a file from a Maven repository and compares it with the checksum published beside it.
function Save-Verified([string] $Site, [string] $Path, [string] $Name) {
    $address = Get-Address $Site $Path
    try { Save-Download $address "$Name.unverified" } catch {
        Stop-Download $address $_.Exception
    }
    Confirm-Download $address $Name
}

function Stop-Download([string] $Address, [System.Exception] $Fault) {
    # The disk failed, not the site.
    if ((Get-ErrorCode $Fault).StartsWith('8007', [System.StringComparison]::Ordinal)) { throw $Fault }
    Stop-Start (@("The download failed: $Address ($(Get-Cause $Fault))", 'Check the network, MIRROR, and that these versions exist:',
        "Minecraft $($settings['MINECRAFT_VERSION']), $($settings['MODLOADER']) $($settings['MODLOADER_VERSION']).") + @(Get-BuildAdvice))
}

# Renames a downloaded file from $Name.unverified to $Name when its checksum is right.
function Confirm-Download([string] $Address, [string] $Name) {
    $expected = ''
    foreach ($algorithm in 'SHA256', 'SHA1') {
        $expected = Get-PublishedChecksum $address $algorithm
        if ($expected -cne '') { break }
    }
    if ($expected -ceq '') {
        Remove-Own "$Name.unverified"
        Stop-Start "No checksum could be had for $address",
            'Looked for it with .sha256 and .sha1 at the end. Try again later, or use another MIRROR.'
    }
    $found = Get-Sum ([System.IO.File]::OpenRead((Get-OwnPath "$Name.unverified"))) $algorithm
    if ($found -ne $expected) {
        Remove-Own "$Name.unverified"
        Stop-Start "The download is damaged or was changed: $address", "$algorithm expected $expected", "$algorithm found    $found"
    }
    Move-Own "$Name.unverified" $Name
}

# The checksum published beside a file, or nothing when there is none.
function Get-PublishedChecksum([string] $Address, [string] $Algorithm) {
    try { $text = [System.Text.Encoding]::UTF8.GetString((Get-Download "$Address.$($Algorithm.ToLowerInvariant())")) } catch { return '' }
    $length = 64
    if ($Algorithm -ceq 'SHA1') { $length = 40 }
    if ($text -match "\A\s*([0-9a-f]{$length})(\s|\z)") { return $Matches[1] }
    return ''
}

# The SHA256 or SHA1 of a stream. Get-FileHash is missing when a PowerShell 7 has passed on its modules.
function Get-Sum([System.IO.Stream] $Stream, [string] $Algorithm) {
    $hash = [System.Security.Cryptography.HashAlgorithm]::Create($Algorithm)
    try {
        return [System.BitConverter]::ToString($hash.ComputeHash($Stream)).Replace('-', '').ToLowerInvariant()
    } finally {
        $hash.Dispose()
        $Stream.Dispose()
    }
}
