# Where a file of a site is: MIRROR takes the place of the scheme and host.
function Get-Address([string] $Site, [string] $Path) {
    if ($settings['MIRROR'] -cne '') { return $settings['MIRROR'] + $Path }
    return $Site + $Path
}

function Save-Download([string] $Address, [string] $Name) {
    Write-Host "Downloading $Address"
    $client = New-Object System.Net.WebClient
    try { $client.DownloadFile($Address, (Get-OwnPath "$Name.download")) } finally { $client.Dispose() }
    Move-Own "$Name.download" $Name
}

# Downloads a file of a Maven repository and compares it with the checksum published beside it.
function Save-Verified([string] $Site, [string] $Path, [string] $Name) {
    $address = Get-Address $Site $Path
    try { Save-Download $address "$Name.unverified" } catch {
        Stop-Download $address $_.Exception.Message
    }
    Confirm-Download $address $Name
}

function Stop-Download([string] $Address, [string] $Cause) {
    Stop-Start "The download failed: $Address ($Cause)", 'Check the network, MIRROR, and that these versions exist:',
        "Minecraft $($settings['MINECRAFT_VERSION']), $($settings['MODLOADER']) $($settings['MODLOADER_VERSION'])."
}

# Makes a file just downloaded, called $Name.unverified, the file $Name when its checksum is right.
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
    $found = (Get-FileHash -LiteralPath (Get-OwnPath "$Name.unverified") -Algorithm $algorithm).Hash
    if ($found -ne $expected) {
        Remove-Own "$Name.unverified"
        Stop-Start "The download is damaged or was changed: $address", "$algorithm expected $expected", "$algorithm found    $found"
    }
    Move-Own "$Name.unverified" $Name
}

# The checksum published beside a file, or nothing when there is none.
function Get-PublishedChecksum([string] $Address, [string] $Algorithm) {
    $client = New-Object System.Net.WebClient
    try { $text = $client.DownloadString("$Address.$($Algorithm.ToLowerInvariant())") } catch { return '' } finally { $client.Dispose() }
    $length = 64
    if ($Algorithm -ceq 'SHA1') { $length = 40 }
    if ($text -match "\A\s*([0-9a-f]{$length})(\s|\z)") { return $Matches[1] }
    return ''
}
