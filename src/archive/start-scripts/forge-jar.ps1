$supportedModloader = 'Forge'

function Get-Server {
    return 'forge.jar'
}

# Some releases for game versions from 1.7.2 to 1.10 have the game version again after their own, in one of these forms;
# people and lists often give only the part before it.
function Install-Server {
    $game = $settings['MINECRAFT_VERSION']
    $endings = @('')
    if ($game -cmatch '\A1\.(7|8|9|10)(\.|\z)') { $endings += "-$game", "-$game.0", "-mc$($game.Replace('.', ''))" }
    $fault = $null
    foreach ($ending in $endings) {
        $release = "$game-$($settings['MODLOADER_VERSION'])$ending"
        $address = Get-Address 'https://maven.minecraftforge.net' "/net/minecraftforge/forge/$release/forge-$release-installer.jar"
        try {
            Save-Download $address 'installer.jar.unverified'
            $fault = $null
            break
        } catch {
            $fault = $_.Exception
        }
    }
    if ($null -ne $fault) { Stop-Download $address $fault }
    Confirm-Download $address 'installer.jar'
    # Releases for game versions up to 1.6.4 have the parts of the name in reverse order, some with a word after it.
    $patterns = "forge-$release.jar", "forge-$release-universal.jar", "minecraftforge-universal-$release*.jar"
    foreach ($pattern in $patterns) {
        foreach ($path in [System.IO.Directory]::GetFiles($folder, $pattern)) { [System.IO.File]::Delete($path) }
    }
    Invoke-Installer '--installServer'
    foreach ($pattern in $patterns) {
        foreach ($path in [System.IO.Directory]::GetFiles($folder, $pattern)) {
            Move-Own ([System.IO.Path]::GetFileName($path)) 'forge.jar'
            return
        }
    }
}

function Start-Server {
    Start-Jar (Get-Server)
}
