# Makes Windows services of the programs of this archive, or removes them. Run it in a PowerShell of an administrator.
#   .\services.ps1 install   -Role connector|monitor|simulator [-Config FILE] [-State FOLDER]
#   .\services.ps1 uninstall -Role connector|monitor|simulator
# State and configuration stay when a service is removed. This script was never run: the project has no Windows machine.
param(
    [Parameter(Mandatory, Position = 0)] [ValidateSet('install', 'uninstall')] [string] $Action,
    [Parameter(Mandatory)] [ValidateSet('connector', 'monitor', 'simulator')] [string] $Role,
    [string] $Config = "$env:ProgramData\telemetry\$Role.json",
    [string] $State = "$env:ProgramData\telemetry\$Role"
)
$ErrorActionPreference = 'Stop'
$service = "telemetry-$Role"
$program = @{ connector = 'HardwareConnector'; monitor = 'SignalMonitor'; simulator = 'simulator' }[$Role]
$exe = Join-Path $PSScriptRoot "programs\$program\$program.exe"

if ($Action -eq 'uninstall') {
    Stop-Service $service -ErrorAction SilentlyContinue
    sc.exe delete $service | Out-Null
    if ($LASTEXITCODE -ne 0) { throw "The service $service could not be removed." }
    Write-Host "$service is removed; $State and $Config stay."
    return
}

if (-not (Test-Path $exe)) { throw "There is no $exe; unpack the whole archive." }
New-Item -ItemType Directory -Force $State, (Split-Path $Config) | Out-Null
if (-not (Test-Path $Config)) { Set-Content -Path $Config -Value '{}' -Encoding ascii }
# The account of the service alone, besides administrators, reads and writes its state: keys are kept there, too.
$account = "NT SERVICE\$service"
$command = "`"$exe`" run --Config `"$Config`""
if ($Role -ne 'simulator') { $command += " --State:Folder `"$State`"" }
sc.exe create $service binPath= $command start= auto obj= $account | Out-Null
if ($LASTEXITCODE -ne 0) { throw "The service $service could not be made." }
icacls.exe $State /inheritance:r /grant "${account}:(OI)(CI)F" 'BUILTIN\Administrators:(OI)(CI)F' | Out-Null
if ($LASTEXITCODE -ne 0) { throw "The rights of $State could not be set." }
# Restarted after 2 s, however often it ends.
sc.exe failure $service reset= 0 actions= restart/2000/restart/2000/restart/2000 | Out-Null
sc.exe failureflag $service 1 | Out-Null
Start-Service $service
Write-Host "$service runs. Configuration: $Config, state: $State"
