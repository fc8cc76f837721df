function Confirm-Eula {
    if ((Test-Own 'eula.txt') -and [System.IO.File]::ReadAllText((Get-OwnPath 'eula.txt')) -match '(?m)^[ \t]*eula[ \t]*[=:][ \t]*true\s*$') { return }
    if ([System.Environment]::GetEnvironmentVariable('EULA') -ne 'true') {
        if ([System.Console]::IsInputRedirected) {
            Stop-Start 'The Minecraft EULA is not accepted: https://aka.ms/MinecraftEULA',
                'Read it, then start with EULA=true in the environment, or write eula=true into eula.txt.'
        }
        Write-Host 'Running a server needs your agreement to the Minecraft EULA: https://aka.ms/MinecraftEULA'
        $answer = Read-Host 'Type "I agree" to accept it'
        if ($answer -cne 'I agree') { Stop-Start 'The Minecraft EULA was not accepted.' }
    }
    Write-Own 'eula.txt' 'eula=true'
}
