# Fetches Eclipse Temurin of the recommended version into the folder .java and takes it. The checksum is the one that
# Adoptium's list of releases gives. On other systems than Windows, start.sh does this.
function Install-Java {
    $recommended = Get-Major 'RECOMMENDED_JAVA_VERSION'
    if ($recommended -eq 0) {
        Stop-Start 'INSTALL_JAVA cannot choose a Java: the version that this game needs is not known.', (Get-JavaAdvice)
    }
    if ([System.IO.Path]::DirectorySeparatorChar -cne '\') { Stop-Start 'INSTALL_JAVA works in start.sh on this system.' }
    $package = Find-Temurin $recommended
    $address = Get-Address 'https://github.com' $package.link.Substring('https://github.com'.Length)
    try { Save-Download $address 'java.zip' } catch {
        Stop-Start "The download failed: $address ($($_.Exception.Message))", (Get-JavaAdvice)
    }
    $found = (Get-FileHash -LiteralPath (Get-OwnPath 'java.zip') -Algorithm 'SHA256').Hash
    if ($found -ne $package.checksum) {
        Remove-Own 'java.zip'
        Stop-Start "The download is damaged or was changed: $address", "SHA256 expected $($package.checksum)", "SHA256 found    $found"
    }
    Remove-Own '.java/new'
    Remove-Own ".java/temurin-$recommended"
    Remove-Own ".java/temurin-$recommended.sha256"
    Expand-Archive -LiteralPath (Get-OwnPath 'java.zip') -DestinationPath (Get-OwnPath '.java/new')
    foreach ($path in [System.IO.Directory]::GetDirectories((Get-OwnPath '.java/new'))) {
        [System.IO.Directory]::Move($path, (Get-OwnPath ".java/temurin-$recommended"))
        break
    }
    Remove-Own '.java/new'
    Remove-Own 'java.zip'
    Write-Own ".java/temurin-$recommended.sha256" (Get-FolderHash (Get-OwnPath ".java/temurin-$recommended"))
    if (-not (Select-Java ".java/temurin-$recommended/bin/java")) {
        Stop-Start "The Java that was fetched does not run here: $address", (Get-JavaAdvice)
    }
}

# Whether the Java in a folder is the one that was put there, to the last file.
function Test-InstalledHere([string] $Path) {
    if (-not [System.IO.File]::Exists("$Path.sha256")) { return $false }
    return [System.IO.File]::ReadAllText("$Path.sha256").Trim() -ceq (Get-FolderHash $Path)
}

# One checksum for the names and contents of all files in a folder.
function Get-FolderHash([string] $Path) {
    $files = [System.IO.Directory]::GetFiles($Path, '*', [System.IO.SearchOption]::AllDirectories)
    [System.Array]::Sort($files, [System.StringComparer]::Ordinal)
    $lines = foreach ($file in $files) {
        '{0}  .{1}' -f (Get-FileHash -LiteralPath $file -Algorithm 'SHA256').Hash, $file.Substring($Path.Length).Replace('\', '/')
    }
    $sum = [System.Security.Cryptography.SHA256]::Create()
    try { $bytes = $sum.ComputeHash([System.Text.Encoding]::UTF8.GetBytes($lines -join "`n")) } finally { $sum.Dispose() }
    return [System.BitConverter]::ToString($bytes).Replace('-', '').ToLowerInvariant()
}

# Address and checksum of the newest release. Some versions come as development kits only.
function Find-Temurin([int] $Version) {
    $processor = 'x64'
    if ([System.Environment]::GetEnvironmentVariable('PROCESSOR_ARCHITECTURE') -eq 'ARM64') { $processor = 'aarch64' }
    foreach ($kind in 'jre', 'jdk') {
        $address = Get-Address 'https://api.adoptium.net' "/v3/assets/latest/$Version/hotspot?architecture=$processor&image_type=$kind&os=windows&vendor=eclipse"
        $client = New-Object System.Net.WebClient
        try { $releases = @(ConvertFrom-Json $client.DownloadString($address)) } catch { continue } finally { $client.Dispose() }
        foreach ($release in $releases) {
            $package = $release.binary.package
            if ($package.link -cmatch '\Ahttps://github\.com/adoptium/.*\.zip\z' -and $package.checksum -cmatch '\A[0-9a-f]{64}\z') { return $package }
        }
    }
    Stop-Start "No Java $Version could be had from https://adoptium.net for Windows on $processor.", (Get-JavaAdvice)
}
