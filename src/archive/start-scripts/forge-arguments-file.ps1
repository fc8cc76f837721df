$supportedModloader = 'Forge'

# Newer releases start with a jar of their own, older ones only with their argument file.
function Get-Server {
    $release = "$($settings['MINECRAFT_VERSION'])-$($settings['MODLOADER_VERSION'])"
    $server = "libraries/net/minecraftforge/forge/$release/$(Get-ArgumentsFileName)"
    if (Test-Own $server) { return $server }
    return "forge-$release-shim.jar"
}

function Install-Server {
    $release = "$($settings['MINECRAFT_VERSION'])-$($settings['MODLOADER_VERSION'])"
    Save-Verified 'https://maven.minecraftforge.net' "/net/minecraftforge/forge/$release/forge-$release-installer.jar" 'installer.jar'
    $arguments = @('--installServer')
    if ($settings['MIRROR'] -cne '') { $arguments += '--mirror', "$($settings['MIRROR'])/" }
    Invoke-Installer $arguments
}

function Start-Server {
    Start-ArgumentsFile (Get-Server)
}
