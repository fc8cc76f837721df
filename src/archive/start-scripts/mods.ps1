# StrayJars in start.jar names the jars in mods\ that this server pack does not have, such as those of an older one that
# it was unpacked over. With --clean it moves them aside.
function Confirm-Mods([bool] $Clean) {
    $isChecked = [System.IO.Directory]::Exists((Get-OwnPath 'mods')) -and (Test-Own 'server-pack.json') -and (Test-Own 'start.jar')
    if (-not ($isChecked -or $Clean)) { return }
    $versions = $settings['MODLOADER'], $settings['MODLOADER_VERSION'], $settings['MINECRAFT_VERSION']
    $process = Start-Java (@('-cp', 'start.jar', 'StrayJars', $Clean.ToString().ToLowerInvariant()) + $versions) $false
    $process.WaitForExit()
    if ($Clean -and $process.ExitCode -ne 0) { Stop-Start 'The jars in mods are not all moved, for the reason above.' }
}
