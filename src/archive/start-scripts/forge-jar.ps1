$supportedModloader = 'Forge'

function Test-Server {
    return Test-Own 'forge.jar'
}

function Install-Server {
    $release = "$($settings['MINECRAFT_VERSION'])-$($settings['MODLOADER_VERSION'])"
    Save-Verified 'https://maven.minecraftforge.net' "/net/minecraftforge/forge/$release/forge-$release-installer.jar" 'installer.jar'
    Invoke-Installer '--installServer'
    # Releases for game versions up to 1.6.4 put the name the other way round, some of them with a word behind it.
    foreach ($pattern in "forge-$release.jar", "forge-$release-universal.jar", "minecraftforge-universal-$release*.jar") {
        foreach ($path in [System.IO.Directory]::GetFiles($folder, $pattern)) {
            Move-Own ([System.IO.Path]::GetFileName($path)) 'forge.jar'
            return
        }
    }
}

function Start-Server {
    Start-Jar 'forge.jar'
}
