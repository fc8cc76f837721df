@echo off
setlocal DisableDelayedExpansion
rem A PowerShell 7 would hand on its modules, which Windows PowerShell cannot use.
set "PSModulePath="
2>nul (>"%~dp0.start-bat" echo Removed by start.ps1)
"%SystemRoot%\System32\WindowsPowerShell\v1.0\powershell.exe" -NoLogo -NoProfile -ExecutionPolicy Bypass -File "%~dp0start.ps1" %*
set "STATUS=%ERRORLEVEL%"
if not exist "%~dp0.start-bat" exit /b %STATUS%
del "%~dp0.start-bat"
echo start.ps1 was not run, for the reason above. Where a policy of this computer forbids scripts, its administrator has to allow start.ps1.
if /i not "%WAIT_FOR_USER_INPUT%"=="false" "%SystemRoot%\System32\timeout.exe" /t -1
exit /b %STATUS%
