$supportedModloader = 'Quilt'

function Get-Server {
    return 'quilt-server-launch.jar'
}

function Install-Server {
    Confirm-Version 'INSTALLER_VERSION'
    $installer = $settings['INSTALLER_VERSION']
    Save-Verified 'https://maven.quiltmc.org' "/repository/release/org/quiltmc/quilt-installer/$installer/quilt-installer-$installer.jar" 'installer.jar'
    Invoke-Installer 'install', 'server', $settings['MINECRAFT_VERSION'], $settings['MODLOADER_VERSION'], '--download-server', '--install-dir=.'
}

function Start-Server {
    Start-Jar (Get-Server)
}
