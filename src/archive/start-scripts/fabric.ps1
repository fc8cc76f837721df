$supportedModloader = 'Fabric'

function Get-Server {
    if (Test-Own 'fabric-server-launcher.jar') { return 'fabric-server-launcher.jar' }
    return 'fabric-server-launch.jar'
}

# The ready server jar is built on request, so no checksum is published for it; the installer has one.
function Install-Server {
    Confirm-Version 'INSTALLER_VERSION'
    $game = $settings['MINECRAFT_VERSION']
    $loader = $settings['MODLOADER_VERSION']
    $installer = $settings['INSTALLER_VERSION']
    try {
        # The ready jar downloads the game when it starts.
        if ($installOnly) { throw 'The installer is used, which installs the game too.' }
        Save-Download (Get-Address 'https://meta.fabricmc.net' "/v2/versions/loader/$game/$loader/$installer/server/jar") 'fabric-server.zip'
        if (Test-Zip 'fabric-server.zip') {
            Move-Own 'fabric-server.zip' 'fabric-server-launcher.jar'
            return
        }
    } catch {
        Write-Host (Get-Cause $_.Exception)
    }
    Remove-Own 'fabric-server.zip'
    Write-Host 'The ready server jar could not be downloaded; using the installer.'
    Save-Verified 'https://maven.fabricmc.net' "/net/fabricmc/fabric-installer/$installer/fabric-installer-$installer.jar" 'installer.jar'
    Invoke-Installer 'server', '-mcversion', $game, '-loader', $loader, '-downloadMinecraft'
}

function Test-Zip([string] $Name) {
    $stream = [System.IO.File]::OpenRead((Get-OwnPath $Name))
    try { return $stream.ReadByte() -eq 0x50 -and $stream.ReadByte() -eq 0x4B } finally { $stream.Dispose() }
}

function Start-Server {
    Start-Jar (Get-Server)
}
