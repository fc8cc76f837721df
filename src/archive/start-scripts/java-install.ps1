# Downloads Eclipse Temurin in the recommended version, or its release JAVA_RELEASE, into the folder .java and uses it.
# Adoptium's list of releases gives the checksum. On systems other than Windows, start.sh does this.
function Install-Java {
    $recommended = Get-Major 'RECOMMENDED_JAVA_VERSION'
    if ($recommended -eq 0) {
        Stop-Start 'INSTALL_JAVA cannot choose a Java: the version that this game needs is not known.', (Get-JavaAdvice)
    }
    if ([System.IO.Path]::DirectorySeparatorChar -cne '\') { Stop-Start 'INSTALL_JAVA works in start.sh on this system.' }
    $package = Find-Temurin $recommended
    $address = Get-Address 'https://github.com' $package.link.Substring('https://github.com'.Length)
    try { Save-Download $address 'java.zip' } catch {
        Stop-Start "The download failed: $address ($(Get-Cause $_.Exception))", (Get-JavaAdvice)
    }
    $found = Get-Sum ([System.IO.File]::OpenRead((Get-OwnPath 'java.zip'))) 'SHA256'
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

# Whether the Java in a folder is unchanged since its installation.
function Test-InstalledHere([string] $Path) {
    if (-not [System.IO.File]::Exists("$Path.sha256")) { return $false }
    return [System.IO.File]::ReadAllText("$Path.sha256").Trim() -ceq (Get-FolderHash $Path)
}

# One checksum for the names and contents of all files in a folder.
function Get-FolderHash([string] $Path) {
    $files = [System.IO.Directory]::GetFiles($Path, '*', [System.IO.SearchOption]::AllDirectories)
    [System.Array]::Sort($files, [System.StringComparer]::Ordinal)
    $lines = foreach ($file in $files) {
        '{0}  .{1}' -f (Get-Sum ([System.IO.File]::OpenRead($file)) 'SHA256'), $file.Substring($Path.Length).Replace('\', '/')
    }
    return Get-Sum (New-Object System.IO.MemoryStream (, [System.Text.Encoding]::UTF8.GetBytes($lines -join "`n"))) 'SHA256'
}

# Address and checksum of the release. Some versions exist as development kits only. Windows runs x64 programs on other
# processors, too; Java 8 exists there only for x64.
function Find-Temurin([int] $Version) {
    $processor = 'x64'
    if ([System.Environment]::GetEnvironmentVariable('PROCESSOR_ARCHITECTURE') -eq 'ARM64') { $processor = 'aarch64' }
    $tried = @($processor)
    if ($processor -ceq 'aarch64') { $tried += 'x64' }
    foreach ($architecture in $tried) {
        foreach ($kind in 'jre', 'jdk') {
            $package = Find-Package $Version $architecture $kind
            if ($null -eq $package) { continue }
            if ($architecture -cne $processor) { Write-Host "There is no Java $Version for this processor: the one for x64 is fetched, which runs by emulation." }
            return $package
        }
    }
    Stop-Start "No Java $Version could be had from https://adoptium.net for Windows on $processor.", (Get-JavaAdvice)
}

function Find-Package([int] $Version, [string] $Architecture, [string] $Kind) {
    $query = "architecture=$Architecture&image_type=$Kind&os=windows"
    if ($settings['JAVA_RELEASE'] -cne '') {
        $query = "release_name/eclipse/$($settings['JAVA_RELEASE'])?$query&jvm_impl=hotspot"
    } else {
        $query = "latest/$Version/hotspot?$query&vendor=eclipse"
    }
    $address = Get-Address 'https://api.adoptium.net' "/v3/assets/$query"
    try { $answer = @(ConvertFrom-Json ([System.Text.Encoding]::UTF8.GetString((Get-Download $address)))) } catch { return $null }
    # Either a list of releases with one binary each, or one release with its binaries.
    foreach ($release in $answer) {
        $binaries = if ($settings['JAVA_RELEASE'] -cne '') { $release.binaries } else { $release.binary }
        foreach ($binary in @($binaries)) {
            $package = $binary.package
            if ($package.link -cmatch '\Ahttps://github\.com/adoptium/.*\.zip\z' -and $package.checksum -cmatch '\A[0-9a-f]{64}\z') { return $package }
        }
    }
    return $null
}
