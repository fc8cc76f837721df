# Writes JAVA_ARGS as the argument file that Forge and NeoForge expect, each argument quoted by Java's own rules.
function Write-UserJvmArgs {
    $lines = @('# Written at every start from JAVA_ARGS of variables.txt; change it there.')
    foreach ($argument in (Split-Arguments $settings['JAVA_ARGS'])) {
        $lines += '"' + ($argument -creplace '([\\"])', '\$1') + '"'
    }
    Write-Own 'user_jvm_args.txt' $lines
}

# The name of the installer's argument file for this system.
function Get-ArgumentsFileName {
    if ([System.IO.Path]::DirectorySeparatorChar -ceq '\') { return 'win_args.txt' }
    return 'unix_args.txt'
}

# Runs the argument file, or the jar.
function Start-ArgumentsFile([string] $Server) {
    # Java 8 would take @user_jvm_args.txt for a class name, and its error would look like a broken pack.
    if ($script:javaMajor -gt 0 -and $script:javaMajor -lt 9) {
        Stop-Start "$($settings['MODLOADER']) for Minecraft $($settings['MINECRAFT_VERSION']) cannot run on Java $($script:javaMajor) ($($script:javaVersion)): $($script:javaProgram)",
            (Get-JavaAdvice)
    }
    Write-UserJvmArgs
    $launch = @("@$Server", 'nogui')
    if ($Server.EndsWith('.jar')) { $launch = @('-jar', $Server, 'nogui') }
    Invoke-Java ((Split-Arguments $settings['ADDITIONAL_ARGS']) + @('@user_jvm_args.txt') + $launch)
}
