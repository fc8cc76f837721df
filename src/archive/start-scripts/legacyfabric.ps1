$supportedModloader = 'LegacyFabric'

function Get-Server {
    return 'fabric-server-launch.jar'
}

function Install-Server {
    Confirm-Version 'INSTALLER_VERSION'
    $installer = $settings['INSTALLER_VERSION']
    Save-Verified 'https://maven.legacyfabric.net' "/net/legacyfabric/fabric-installer/$installer/fabric-installer-$installer.jar" 'installer.jar'
    Invoke-Installer 'server', '-mcversion', $settings['MINECRAFT_VERSION'], '-loader', $settings['MODLOADER_VERSION'], '-downloadMinecraft'
}

function Start-Server {
    Start-Jar (Get-Server)
}
