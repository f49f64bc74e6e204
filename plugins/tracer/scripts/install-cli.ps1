<#
.SYNOPSIS
Installs tracer, the client of the trace-testing tool, on Windows.

.DESCRIPTION
Downloads the build of the latest release, compares its SHA-256 with the release's list, and puts tracer.exe into a folder of yours that it
adds to your PATH. Needs no administrator. Nothing runs before the last line: a download that broke off does nothing.

.EXAMPLE
irm https://get.apigen.example/tracer/install-cli.ps1 | iex

.EXAMPLE
& ([scriptblock]::Create((irm https://get.apigen.example/tracer/install-cli.ps1))) -Version 0.1.0 -Dir C:\Tools

.PARAMETER Version
Install this version instead of the latest release.

.PARAMETER Dir
The folder for tracer.exe; %LOCALAPPDATA%\Programs\tracer if not given.

.PARAMETER Uninstall
Remove tracer.exe, and its folder from PATH.

.PARAMETER ReleasesUrl
Mirror of the releases; the environment variable TRACER_RELEASES_URL sets it too.

.PARAMETER Method
Only `archive` is there on Windows. The other parameters of install-cli.sh concern Linux and macOS, and are refused.
#>
[CmdletBinding()]
param(
  [string] $Version = '',
  [string] $Dir = '',
  [string] $Method = 'archive',
  [switch] $Uninstall,
  [string] $ReleasesUrl = '',
  [string] $DebRepoUrl = '',
  [string] $RpmRepoUrl = '',
  [string] $Tap = ''
)

function Stop-WrongUse([string] $Message) {
  $failure = [System.ArgumentException]::new($Message)
  $failure.Data['ExitCode'] = 2
  throw $failure
}

function Get-Architecture {
  # A 32-bit PowerShell on a 64-bit Windows tells the truth in the second variable only.
  $name = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
  switch ($name) {
    'AMD64' { 'amd64' }
    'ARM64' { 'arm64' }
    default { throw "there is no build of tracer for the processor $name; builds are made for AMD64 and ARM64" }
  }
}

function Save-Url([string] $Url, [string] $File) {
  try {
    Invoke-WebRequest -UseBasicParsing -Uri $Url -OutFile $File
  } catch {
    throw "cannot download ${Url}: $($_.Exception.Message)"
  }
}

# Gives the version and the SHA-256 that the release's own list has for this machine.
function Read-Release([string] $List, [string] $Url, [string] $Wanted, [string] $Platform) {
  $number = if ($Wanted) { [regex]::Escape($Wanted) } else { '[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]*' }
  $line = Get-Content -LiteralPath $List | Where-Object { $_ -match "^[0-9a-f]{64} [ *]tracer_${number}_$Platform\.zip$" } | Select-Object -First 1
  if (-not $line) { throw "$Url names no build of tracer for ${Platform}: is that the list of a release? A proxy may have answered in its place" }
  $name = $line.Substring(66)
  @{ Name = $name; Sum = $line.Substring(0, 64); Version = $name -replace '^tracer_', '' -replace "_$Platform\.zip$", '' }
}

function Get-TracerVersion([string] $Program) {
  if (-not (Test-Path -LiteralPath $Program)) { return '' }
  $told = & $Program --version 2>$null | Select-Object -First 1
  if ($told -match '^tracer/(\S+)') { $Matches[1] } else { '' }
}

# Whether the first version comes after the second. Of pre-releases with the same numbers none does.
function Test-Newer([string] $Left, [string] $Right) {
  $leftNumbers = [Version]($Left -replace '[-+].*$', '')
  $rightNumbers = [Version]($Right -replace '[-+].*$', '')
  if ($leftNumbers -ne $rightNumbers) { return $leftNumbers -gt $rightNumbers }
  ($Right -match '-') -and ($Left -notmatch '-')
}

# The PATH of the user as it is written: what stands between % is not filled in, and so stays what it is.
$UserEnvironment = 'Registry::HKEY_CURRENT_USER\Environment'

function Get-UserPath {
  @((Get-Item -LiteralPath $UserEnvironment).GetValue('Path', '', 'DoNotExpandEnvironmentNames') -split ';' | Where-Object { $_ })
}

function Set-UserPath([string[]] $Parts) {
  Set-ItemProperty -LiteralPath $UserEnvironment -Name Path -Value ($Parts -join ';') -Type ExpandString
  # Setting a variable in this way, and taking it away, tells programs that are open of the change.
  $passing = "tracer-$([Guid]::NewGuid())"
  [Environment]::SetEnvironmentVariable($passing, '1', 'User')
  [Environment]::SetEnvironmentVariable($passing, [NullString]::Value, 'User')
}

function Add-ToPath([string] $Folder) {
  $parts = Get-UserPath
  if ($parts -contains $Folder) { return }
  Set-UserPath ($parts + $Folder)
  $env:Path = "$env:Path;$Folder"
  Write-Host "$Folder is added to your PATH; terminals that are open already do not know it yet."
}

# Windows does not let go of a program that runs, as `tracer client install` does, but lets it be renamed: what cannot be removed now is removed
# by the next installation, or with the other temporary files.
function Move-Aside([string] $Program) {
  $aside = Join-Path ([IO.Path]::GetTempPath()) "tracer-$([Guid]::NewGuid()).old.exe"
  if ([IO.Path]::GetPathRoot($aside) -ne [IO.Path]::GetPathRoot($Program)) { $aside = "$Program.$([Guid]::NewGuid()).old.exe" }
  Move-Item -LiteralPath $Program -Destination $aside
  Remove-Item -LiteralPath $aside -ErrorAction SilentlyContinue
}

function Uninstall-Tracer([string] $Folder) {
  $program = Join-Path $Folder 'tracer.exe'
  if (-not (Test-Path -LiteralPath $program)) {
    Write-Host "tracer is not installed: there is no $program"
    return
  }
  if (-not (Get-TracerVersion $program)) { throw "$program is not this tracer, or does not run: remove it yourself" }
  Move-Aside $program
  if (-not (Get-ChildItem -LiteralPath $Folder -Force)) { Remove-Item -LiteralPath $Folder }
  $parts = Get-UserPath
  if ($parts -contains $Folder) {
    Set-UserPath @($parts | Where-Object { $_ -ne $Folder })
  }
  Write-Host 'tracer is removed.'
}

function Install-Tracer([string] $Folder, [string] $Releases, [string] $Wanted, [string] $Temporary) {
  $program = Join-Path $Folder 'tracer.exe'
  $old = Get-TracerVersion $program
  if ((Test-Path -LiteralPath $program) -and -not $old) {
    throw "$program is there, and is not this tracer or does not run: move it away, or choose another folder with -Dir"
  }
  $from = if ($Wanted) { "$Releases/download/v$Wanted" } else { "$Releases/latest/download" }
  $list = Join-Path $Temporary 'checksums.txt'
  Save-Url "$from/checksums.txt" $list
  $release = Read-Release $list "$from/checksums.txt" $Wanted "windows_$(Get-Architecture)"
  if ($old -eq $release.Version) {
    Write-Host "tracer $old is installed already: $program"
    return
  }
  if ($old -and -not $Wanted -and (Test-Newer $old $release.Version)) {
    Write-Host "tracer $old is installed already, newer than the latest release $($release.Version): $program"
    Write-Host "    -Version $($release.Version) puts that in its place"
    return
  }
  Get-ChildItem -Path "$program.*.old.exe" -ErrorAction SilentlyContinue | Remove-Item -ErrorAction SilentlyContinue
  $archive = Join-Path $Temporary $release.Name
  $url = "$Releases/download/v$($release.Version)/$($release.Name)"
  Write-Host "Downloading $($release.Name)"
  Save-Url $url $archive
  $sum = (Get-FileHash -Algorithm SHA256 -LiteralPath $archive).Hash.ToLowerInvariant()
  if ($sum -ne $release.Sum) { throw "$url is not what its release says it is: nothing was installed. SHA-256 is $sum, not $($release.Sum)" }
  Expand-Archive -LiteralPath $archive -DestinationPath $Temporary
  New-Item -ItemType Directory -Force -Path $Folder | Out-Null
  $staged = Join-Path $Folder ".tracer.$PID.exe"
  try {
    Copy-Item -LiteralPath (Join-Path $Temporary 'tracer.exe') -Destination $staged
    if ((Get-TracerVersion $staged) -ne $release.Version) { throw "the build for windows_$(Get-Architecture) does not run here: nothing was installed" }
    if ($old) { Move-Aside $program }
    Move-Item -LiteralPath $staged -Destination $program
  } finally {
    if (Test-Path -LiteralPath $staged) { Remove-Item -LiteralPath $staged }
  }
  if ($old) { Write-Host "It takes the place of tracer $old." }
  Add-ToPath $Folder
  Write-Host "tracer $($release.Version) is installed: $program"
  Write-Host 'Next: `tracer install` puts the server on a cluster, `tracer --help` lists all commands.'
}

function Invoke-Main {
  $ErrorActionPreference = 'Stop'
  # The progress bar of Windows PowerShell makes a download many times slower.
  $ProgressPreference = 'SilentlyContinue'
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

  if ($Method -ne 'archive') { Stop-WrongUse "-Method '$Method': on Windows there is only archive" }
  if ($DebRepoUrl -or $RpmRepoUrl -or $Tap) { Stop-WrongUse '-DebRepoUrl, -RpmRepoUrl and -Tap concern Linux and macOS only' }
  $wanted = $Version -replace '^v', ''
  if ($wanted -and $wanted -notmatch '^[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]*$') { Stop-WrongUse "-Version '$Version' is no version: it looks like 1.2.3" }
  $releases = @($ReleasesUrl, $env:TRACER_RELEASES_URL, 'https://get.apigen.example/releases') | Where-Object { $_ } | Select-Object -First 1
  if ($releases -notmatch '^https?://\S+$') { Stop-WrongUse "-ReleasesUrl '$releases' is no address that begins with https:// or http://" }
  $folder = if ($Dir) { $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Dir) } else { Join-Path $env:LOCALAPPDATA 'Programs\tracer' }

  if ($Uninstall) {
    Uninstall-Tracer $folder
    return
  }
  $temporary = Join-Path ([IO.Path]::GetTempPath()) "tracer-$([Guid]::NewGuid())"
  New-Item -ItemType Directory -Path $temporary | Out-Null
  try {
    Install-Tracer $folder $releases.TrimEnd('/') $wanted $temporary
  } finally {
    Remove-Item -LiteralPath $temporary -Recurse -Force
  }
}

try { Invoke-Main } catch { Write-Host "Error: $($_.Exception.Message)" -ForegroundColor Red; $code = if ($_.Exception.Data['ExitCode']) { $_.Exception.Data['ExitCode'] } else { 1 }; if ($PSCommandPath) { exit $code } else { $global:LASTEXITCODE = $code } }
