$supportedModloader = 'Forge'

function Test-Server {
    return Test-Own 'forge.jar'
}

function Install-Server {
    $release = "$($settings['MINECRAFT_VERSION'])-$($settings['MODLOADER_VERSION'])"
    Save-Verified 'https://maven.minecraftforge.net' "/net/minecraftforge/forge/$release/forge-$release-installer.jar" 'installer.jar'
    Invoke-Installer '--installServer'
    foreach ($jar in "forge-$release.jar", "forge-$release-universal.jar") {
        if (Test-Own $jar) {
            Move-Own $jar 'forge.jar'
            return
        }
    }
}

function Start-Server {
    Start-Jar 'forge.jar'
}
