# Runs the jar with the arguments of ADDITIONAL_ARGS and JAVA_ARGS before it.
function Start-Jar([string] $Jar) {
    Invoke-Java ((Split-Arguments $settings['ADDITIONAL_ARGS']) + (Split-Arguments $settings['JAVA_ARGS']) + @('-jar', $Jar, 'nogui'))
}
