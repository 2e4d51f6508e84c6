# Installs legal-text @VERSION@ into ~\.local\bin, or into another folder: .\install.ps1 FOLDER
param([string]$Folder = (Join-Path $HOME '.local\bin'))

& {
  param([string]$Folder)
  $ErrorActionPreference = 'Stop'
  $ProgressPreference = 'SilentlyContinue'
  $address = '@DOWNLOADS@/legal-text-windows-x64.zip'
  $work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
  $archive = Join-Path $work 'archive.zip'
  New-Item -ItemType Directory $work | Out-Null
  try {
    Write-Output "Downloading $address"
    Invoke-WebRequest -UseBasicParsing $address -OutFile $archive
    if ((Get-FileHash -Algorithm SHA256 $archive).Hash -ne '@SHA256:legal-text-windows-x64.zip@') {
      throw "The checksum of the download is wrong; nothing was installed: $address"
    }
    Expand-Archive $archive $work
    New-Item -ItemType Directory -Force $Folder | Out-Null
    Move-Item -Force (Join-Path $work 'legal-text.exe') (Join-Path $Folder 'legal-text.exe')
  } finally {
    Remove-Item -Recurse -Force $work
  }
  Write-Output "Installed $(Join-Path $Folder 'legal-text.exe')"
  if (($env:Path -split ';') -notcontains $Folder) {
    Write-Output "$Folder is not in your Path. Add it, then open a new window:"
    Write-Output "[Environment]::SetEnvironmentVariable('Path', [Environment]::GetEnvironmentVariable('Path', 'User') + ';$Folder', 'User')"
  }
} $Folder
