$supportedModloader = 'NeoForge'

function Get-Server {
    return "libraries/net/neoforged/forge/$($settings['MINECRAFT_VERSION'])-$($settings['MODLOADER_VERSION'])/$(Get-ArgumentsFileName)"
}

function Install-Server {
    $release = "$($settings['MINECRAFT_VERSION'])-$($settings['MODLOADER_VERSION'])"
    Save-Verified 'https://maven.neoforged.net' "/releases/net/neoforged/forge/$release/forge-$release-installer.jar" 'installer.jar'
    Invoke-Installer '--installServer'
}

function Start-Server {
    Start-ArgumentsFile (Get-Server)
}
