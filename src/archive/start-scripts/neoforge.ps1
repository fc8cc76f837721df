$supportedModloader = 'NeoForge'

function Get-Server {
    return "libraries/net/neoforged/neoforge/$($settings['MODLOADER_VERSION'])/$(Get-ArgumentsFileName)"
}

function Install-Server {
    $release = $settings['MODLOADER_VERSION']
    Save-Verified 'https://maven.neoforged.net' "/releases/net/neoforged/neoforge/$release/neoforge-$release-installer.jar" 'installer.jar'
    Invoke-Installer '--installServer'
}

function Start-Server {
    Start-ArgumentsFile (Get-Server)
}
