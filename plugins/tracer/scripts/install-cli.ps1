<#
.SYNOPSIS
Installs tracer, the client of the trace-testing tool, on Windows.

.DESCRIPTION
Downloads the build of the latest release, verifies its SHA-256 with the release's checksums, and puts tracer.exe into a folder of yours that it
adds to your PATH. It needs no administrator rights. Nothing runs before the last line: an incomplete download does nothing.

.EXAMPLE
irm https://get.apigen.example/tracer/install-cli.ps1 | iex

.EXAMPLE
& ([scriptblock]::Create((irm https://get.apigen.example/tracer/install-cli.ps1))) -Version 0.1.0 -Dir C:\Tools

.PARAMETER Version
Install this version instead of the latest release.

.PARAMETER Dir
The folder for the program, by default %LOCALAPPDATA%\Programs\tracer or ...\apigen.

.PARAMETER Uninstall
Remove tracer.exe, and its folder from PATH.

.PARAMETER Executable
The program to install, update or remove: tracer or apigen. -Program, the name in install-cli.sh, is the same.

.PARAMETER DryRun
Print what would be installed, but change nothing.

.PARAMETER ReleasesUrl
Mirror of the releases, also set by the environment variable TRACER_RELEASES_URL.

.PARAMETER Method
Only `archive` is supported on Windows. The other options of install-cli.sh are for Linux and macOS and are refused.
#>
[CmdletBinding()]
param(
  [string] $Version = '',
  [string] $Dir = '',
  [string] $Method = 'archive',
  [switch] $Uninstall,
  [Alias('Program')] [string] $Executable = 'tracer',
  [switch] $DryRun,
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
  # In a 32-bit PowerShell on 64-bit Windows, only PROCESSOR_ARCHITEW6432 names the processor.
  $name = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
  switch ($name) {
    'AMD64' { 'amd64' }
    'ARM64' { 'arm64' }
    default { throw "unsupported processor ${name}: tracer is built for AMD64 and ARM64" }
  }
}

# $Missing is the message if the server has no such file.
function Save-Url([string] $Url, [string] $File, [string] $Missing) {
  try {
    Invoke-WebRequest -UseBasicParsing -Uri $Url -OutFile $File
  } catch {
    if ($Missing -and $_.Exception.Response -and [int] $_.Exception.Response.StatusCode -eq 404) { throw $Missing }
    throw "cannot download ${Url}: $($_.Exception.Message)"
  }
}

# Returns the name, the version and the SHA-256 of the archive for this machine, from the release's checksums.
function Read-Release([string] $List, [string] $Url, [string] $Wanted, [string] $Platform) {
  $number = if ($Wanted) { [regex]::Escape($Wanted) } else { '[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]*' }
  $line = Get-Content -LiteralPath $List | Where-Object { $_ -match "^[0-9a-f]{64} [ *]${Executable}_${number}_$Platform\.zip$" } | Select-Object -First 1
  if (-not $line) {
    $isList = Get-Content -LiteralPath $List | Where-Object { $_ -match '^[0-9a-f]{64} ' }
    $hint = if ($isList) { 'this release lacks the file: install another one with -Version' } else { 'check the address: a proxy may have sent another file' }
    throw "$Url has no $Executable for ${Platform}; $hint"
  }
  $name = $line.Substring(66)
  @{ Name = $name; Sum = $line.Substring(0, 64); Version = $name -replace "^${Executable}_", '' -replace "_$Platform\.zip$", '' }
}

function Get-TracerVersion([string] $Program) {
  if (-not (Test-Path -LiteralPath $Program)) { return '' }
  $output = & $Program --version 2>$null | Select-Object -First 1
  if ($output -match "^$Executable/(\S+)") { $Matches[1] } else { '' }
}

# Whether the first version is newer than the second. Pre-releases with the same numbers are not.
function Test-Newer([string] $Left, [string] $Right) {
  $leftNumbers = [Version]($Left -replace '[-+].*$', '')
  $rightNumbers = [Version]($Right -replace '[-+].*$', '')
  if ($leftNumbers -ne $rightNumbers) { return $leftNumbers -gt $rightNumbers }
  ($Right -match '-') -and ($Left -notmatch '-')
}

# The user's PATH with variables such as %USERPROFILE% not expanded, so that they are kept.
$UserEnvironment = 'Registry::HKEY_CURRENT_USER\Environment'

function Get-UserPath {
  @((Get-Item -LiteralPath $UserEnvironment).GetValue('Path', '', 'DoNotExpandEnvironmentNames') -split ';' | Where-Object { $_ })
}

function Set-UserPath([string[]] $Parts) {
  Set-ItemProperty -LiteralPath $UserEnvironment -Name Path -Value ($Parts -join ';') -Type ExpandString
  # Setting and removing a variable in this way notifies running programs of the change.
  $temporaryName = "tracer-$([Guid]::NewGuid())"
  [Environment]::SetEnvironmentVariable($temporaryName, '1', 'User')
  [Environment]::SetEnvironmentVariable($temporaryName, [NullString]::Value, 'User')
}

function Add-ToPath([string] $Folder) {
  $parts = Get-UserPath
  if ($parts -contains $Folder) { return }
  Set-UserPath ($parts + $Folder)
  $env:Path = "$env:Path;$Folder"
  Write-Host "$Folder was added to your PATH; open a new terminal to use it."
}

# Windows cannot remove a running program, such as the one of `tracer client install`, but can rename it. If the renamed file cannot be removed,
# the next installation removes it, or it is removed with other temporary files.
function Move-Aside([string] $Program) {
  $aside = Join-Path ([IO.Path]::GetTempPath()) "tracer-$([Guid]::NewGuid()).old.exe"
  if ([IO.Path]::GetPathRoot($aside) -ne [IO.Path]::GetPathRoot($Program)) { $aside = "$Program.$([Guid]::NewGuid()).old.exe" }
  Move-Item -LiteralPath $Program -Destination $aside
  Remove-Item -LiteralPath $aside -ErrorAction SilentlyContinue
}

function Uninstall-Tracer([string] $Folder) {
  $program = Join-Path $Folder "$Executable.exe"
  if (-not (Test-Path -LiteralPath $program)) {
    Write-Host "$Executable is not installed: $program does not exist"
    return
  }
  if (-not (Get-TracerVersion $program)) { throw "$program is not this $Executable, or does not run: remove it yourself" }
  Move-Aside $program
  if (-not (Get-ChildItem -LiteralPath $Folder -Force)) { Remove-Item -LiteralPath $Folder }
  $parts = Get-UserPath
  if ($parts -contains $Folder) {
    Set-UserPath @($parts | Where-Object { $_ -ne $Folder })
  }
  Write-Host "$Executable was removed."
}

function Install-Tracer([string] $Folder, [string] $Releases, [string] $Wanted, [string] $Temporary) {
  $program = Join-Path $Folder "$Executable.exe"
  $old = Get-TracerVersion $program
  if ((Test-Path -LiteralPath $program) -and -not $old) {
    throw "$program exists and is not this $Executable, or does not run: move it away, or choose another folder with -Dir"
  }
  $from = if ($Wanted) { "$Releases/download/v$Wanted" } else { "$Releases/latest/download" }
  $list = Join-Path $Temporary 'checksums.txt'
  $missing = if ($Wanted) { "there is no release ${Wanted}: $from/checksums.txt does not exist; omit -Version to install the latest release" } else { "there is no release: $from/checksums.txt does not exist; check the address of the releases" }
  Save-Url "$from/checksums.txt" $list $missing
  $release = Read-Release $list "$from/checksums.txt" $Wanted "windows_$(Get-Architecture)"
  if ($old -eq $release.Version) {
    Write-Host "$Executable $old is already installed: $program"
    return
  }
  if ($old -and -not $Wanted -and (Test-Newer $old $release.Version)) {
    Write-Host "$Executable $old is already installed and newer than the latest release $($release.Version): $program"
    Write-Host "    to install the latest release, use -Version $($release.Version)"
    return
  }
  if ($DryRun) {
    if ($old) { Write-Host "It would replace $Executable $old by $($release.Version): $program" } else { Write-Host "It would install $Executable $($release.Version): $program" }
    Write-Host "    from $Releases/download/v$($release.Version)/$($release.Name)"
    Write-Host '    to do it, run the same command without -DryRun'
    return
  }
  Get-ChildItem -Path "$program.*.old.exe" -ErrorAction SilentlyContinue | Remove-Item -ErrorAction SilentlyContinue
  $archive = Join-Path $Temporary $release.Name
  $url = "$Releases/download/v$($release.Version)/$($release.Name)"
  Write-Host "Downloading $($release.Name)"
  Save-Url $url $archive
  $sum = (Get-FileHash -Algorithm SHA256 -LiteralPath $archive).Hash.ToLowerInvariant()
  if ($sum -ne $release.Sum) { throw "$url does not match its checksum: nothing was installed. SHA-256 is $sum, expected $($release.Sum)" }
  Expand-Archive -LiteralPath $archive -DestinationPath $Temporary
  $unpacked = Get-Item -Force -LiteralPath (Join-Path $Temporary "$($release.Name -replace '\.zip$', '')\$Executable.exe")
  # Copy-Item would follow a link to any file of this machine, and the file would be started.
  if ($unpacked.PSIsContainer -or $unpacked.Attributes -band [IO.FileAttributes]::ReparsePoint) {
    throw "$Executable.exe in $($release.Name) is not a regular file: nothing was installed"
  }
  New-Item -ItemType Directory -Force -Path $Folder | Out-Null
  $staged = Join-Path $Folder ".$Executable.$PID.exe"
  try {
    Copy-Item -LiteralPath $unpacked.FullName -Destination $staged
    if ((Get-TracerVersion $staged) -ne $release.Version) { throw "the build for windows_$(Get-Architecture) does not run here: nothing was installed" }
    if ($old) { Move-Aside $program }
    Move-Item -LiteralPath $staged -Destination $program
  } finally {
    if (Test-Path -LiteralPath $staged) { Remove-Item -LiteralPath $staged }
  }
  if ($old) { Write-Host "It replaces $Executable $old." }
  Add-ToPath $Folder
  Write-Host "$Executable $($release.Version) is installed: $program"
  if ($Executable -eq 'tracer') { Write-Host 'Next: `tracer install` installs the server on a cluster, `tracer --help` lists all commands.' }
}

function Invoke-Main {
  $ErrorActionPreference = 'Stop'
  # The progress bar of Windows PowerShell makes a download many times slower.
  $ProgressPreference = 'SilentlyContinue'
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

  if ($Method -ne 'archive') { Stop-WrongUse "invalid -Method '$Method': expected archive" }
  if ($Executable -notin 'tracer', 'apigen') { Stop-WrongUse "invalid -Program '$Executable': expected tracer or apigen" }
  if ($DryRun -and $Uninstall) { Stop-WrongUse '-DryRun cannot be combined with -Uninstall' }
  if ($DebRepoUrl -or $RpmRepoUrl -or $Tap) { Stop-WrongUse '-DebRepoUrl, -RpmRepoUrl and -Tap are for Linux and macOS only' }
  $wanted = $Version -replace '^v', ''
  if ($wanted -and $wanted -notmatch '^[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]*$') { Stop-WrongUse "invalid -Version '$Version': expected a version such as 1.2.3" }
  $releases = @($ReleasesUrl, $env:TRACER_RELEASES_URL, 'https://get.apigen.example/releases') | Where-Object { $_ } | Select-Object -First 1
  if ($releases -notmatch '^https?://\S+$') { Stop-WrongUse "invalid -ReleasesUrl '$releases': expected a URL with https:// or http://" }
  $folder = if ($Dir) { $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Dir) } else { Join-Path $env:LOCALAPPDATA "Programs\$Executable" }

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
