<#
.SYNOPSIS
Installs tracer, the client of the trace-testing tool, on Windows.

.DESCRIPTION
Downloads the build of the latest release, verifies its SHA-256 with the release's checksums, and puts tracer.exe into a folder of yours that it
adds to your PATH. It needs no administrator rights. The environment variable TRACER_RELEASES_URL sets a mirror of the releases.

.EXAMPLE
irm https://get.apigen.example/tracer/install-cli.ps1 | iex

.EXAMPLE
& ([scriptblock]::Create((irm https://get.apigen.example/tracer/install-cli.ps1))) -Version 0.1.0 -Dir C:\Tools
#>
[CmdletBinding()]
param(
  # Install this version instead of the latest release.
  [string] $Version = '',
  # The folder for the program, by default %LOCALAPPDATA%\Programs\tracer or ...\apigen.
  [string] $Dir = '',
  # Only `archive` is supported on Windows.
  [ValidateSet('archive')] [string] $Method = 'archive',
  # Remove the program, and its folder from PATH.
  [switch] $Uninstall,
  # The program to install, update or remove. -Program, the name in install-cli.sh, is the same.
  [Alias('Program')] [ValidateSet('tracer', 'apigen')] [string] $Executable = 'tracer',
  # Print what would be installed, but change nothing.
  [switch] $DryRun
)

function Save-Url([string] $Url, [string] $File) {
  try { Invoke-WebRequest -UseBasicParsing -Uri $Url -OutFile $File } catch { throw "cannot download ${Url}: $($_.Exception.Message)" }
}

function Get-InstalledVersion([string] $Program) {
  if (-not (Test-Path -LiteralPath $Program)) { return '' }
  $output = & $Program --version 2>$null | Select-Object -First 1
  if ($output -match "^$Executable/(\S+)") { return $Matches[1] }
  throw "$Program is not this $Executable, or does not run: move it away, or choose another folder with -Dir"
}

# The parts of the user's PATH, with variables such as %USERPROFILE% not expanded.
function Get-UserPath {
  @((Get-Item 'HKCU:\Environment').GetValue('Path', '', 'DoNotExpandEnvironmentNames') -split ';' | Where-Object { $_ })
}

function Set-UserPath([string[]] $Parts) {
  Set-ItemProperty 'HKCU:\Environment' -Name Path -Value ($Parts -join ';') -Type ExpandString
  # Removing a variable in this way notifies running programs of the change.
  [Environment]::SetEnvironmentVariable('TracerInstaller', [NullString]::Value, 'User')
}

# Windows cannot remove a running program, such as the one of `tracer client install`, but can rename it.
function Move-Aside([string] $Program) {
  $aside = "$Program.$([Guid]::NewGuid()).old.exe"
  Move-Item -LiteralPath $Program -Destination $aside
  Remove-Item -LiteralPath $aside -ErrorAction SilentlyContinue
}

function Uninstall-Program([string] $Folder) {
  $program = Join-Path $Folder "$Executable.exe"
  if (-not (Get-InstalledVersion $program)) { return Write-Host "$Executable is not installed: $program does not exist" }
  Move-Aside $program
  Set-UserPath @(Get-UserPath | Where-Object { $_ -ne $Folder })
  Write-Host "$Executable was removed."
}

function Install-Program([string] $Folder, [string] $Temporary) {
  $program = Join-Path $Folder "$Executable.exe"
  $old = Get-InstalledVersion $program
  $releases = if ($env:TRACER_RELEASES_URL) { $env:TRACER_RELEASES_URL.TrimEnd('/') } else { 'https://get.apigen.example/releases' }
  # In a 32-bit PowerShell on 64-bit Windows, only PROCESSOR_ARCHITEW6432 names the processor.
  $processor = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
  $list = if ($Version) { "$releases/download/v$Version/checksums.txt" } else { "$releases/latest/download/checksums.txt" }
  Save-Url $list "$Temporary\checksums.txt"
  $number = if ($Version) { [regex]::Escape($Version) } else { '[0-9][0-9A-Za-z.+-]*' }
  $line = Get-Content -LiteralPath "$Temporary\checksums.txt" | Where-Object { $_ -match "^[0-9a-f]{64} [ *]${Executable}_${number}_windows_$processor\.zip$" } | Select-Object -First 1
  if (-not $line) { throw "$list has no $Executable for $processor; check the address, or install another version with -Version" }
  $name = $line.Substring(66)
  $new = ($name -split '_')[1]
  $url = "$releases/download/v$new/$name"
  if ($old -eq $new) { return Write-Host "$Executable $old is already installed: $program" }
  if ($DryRun) {
    return Write-Host "It would install $Executable $new$(if ($old) { " in place of $old" }): $program`n    from $url`n    to do it, run the same command without -DryRun"
  }
  Write-Host "Downloading $name"
  $archive = Join-Path $Temporary $name
  Save-Url $url $archive
  $sum = (Get-FileHash -Algorithm SHA256 -LiteralPath $archive).Hash
  if ($sum -ne $line.Substring(0, 64)) { throw "$url does not match its checksum: nothing was installed. SHA-256 is $sum, expected $($line.Substring(0, 64))" }
  Expand-Archive -LiteralPath $archive -DestinationPath $Temporary
  $unpacked = Join-Path $Temporary "$($name -replace '\.zip$', '')\$Executable.exe"
  if ((Get-InstalledVersion $unpacked) -ne $new) { throw "the build for $processor does not run here: nothing was installed" }
  New-Item -ItemType Directory -Force -Path $Folder | Out-Null
  Remove-Item -Path "$program.*.old.exe" -ErrorAction SilentlyContinue
  if ($old) { Move-Aside $program }
  Move-Item -LiteralPath $unpacked -Destination $program
  if ((Get-UserPath) -notcontains $Folder) {
    Set-UserPath (@(Get-UserPath) + $Folder)
    $env:Path = "$env:Path;$Folder"
    Write-Host "$Folder was added to your PATH; open a new terminal to use it."
  }
  Write-Host "$Executable $new is installed: $program"
  if ($Executable -eq 'tracer') { Write-Host 'Next: `tracer install` installs the server on a cluster, `tracer --help` lists all commands.' }
}

function Invoke-Main {
  $ErrorActionPreference = 'Stop'
  # The progress bar of Windows PowerShell makes a download many times slower.
  $ProgressPreference = 'SilentlyContinue'
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
  $script:Version = $Version -replace '^v', ''
  $folder = if ($Dir) { $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Dir) } else { Join-Path $env:LOCALAPPDATA "Programs\$Executable" }
  if ($Uninstall) { return Uninstall-Program $folder }
  $temporary = Join-Path ([IO.Path]::GetTempPath()) "tracer-$([Guid]::NewGuid())"
  New-Item -ItemType Directory -Path $temporary | Out-Null
  try { Install-Program $folder $temporary } finally { Remove-Item -LiteralPath $temporary -Recurse -Force }
}

try { Invoke-Main } catch { Write-Host "error: $($_.Exception.Message)" -ForegroundColor Red; if ($PSCommandPath) { exit 1 } else { $global:LASTEXITCODE = 1 } }
