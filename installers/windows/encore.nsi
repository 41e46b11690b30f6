; Encore's setup for one person: no administrator is asked for. installers/windows/nsis.py defines
; VERSION, NUMBERS, FILES, ICON, KIB and OUT,
; and FAST to compress nothing.

Unicode true
Target amd64-unicode
!ifdef FAST
  SetCompress off
!else
  SetCompressor /SOLID lzma
  SetCompressorDictSize 64
!endif

!include MUI2.nsh
!include LogicLib.nsh

Name "Encore"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Encore"
InstallDirRegKey HKCU "Software\Encore" "InstallDir"
RequestExecutionLevel user
ManifestSupportedOS Win10
BrandingText "Encore ${VERSION}"

VIProductVersion "${NUMBERS}"
VIAddVersionKey ProductName "Encore"
VIAddVersionKey FileDescription "Encore Setup"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey LegalCopyright "Apache-2.0"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Encore"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\Encore.exe"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; A running Encore keeps its files open.
!macro WaitUntilClosed
  ${If} ${FileExists} "$INSTDIR\python\pythonw.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\python\pythonw.exe" a
    ${If} ${Errors}
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Encore is running. Close it, then try again." \
        /SD IDCANCEL IDRETRY -4
      SetErrorLevel 2
      Abort
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

!macro RemoveProgram
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\lib"
  RMDir /r "$INSTDIR\src"
  RMDir /r "$INSTDIR\bin"
  RMDir /r "$INSTDIR\locks"
  RMDir /r "$INSTDIR\licenses"
  Delete "$INSTDIR\Encore.exe"
  Delete "$INSTDIR\bundle.json"
!macroend

Section "Encore"
  !insertmacro WaitUntilClosed
  !insertmacro RemoveProgram
  !include "${FILES}"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Encore.lnk" "$INSTDIR\Encore.exe"

  WriteRegStr HKCU "Software\Encore" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\encore.exe" "" "$INSTDIR\Encore.exe"
  WriteRegStr HKCU "Software\Classes\Encore.gguf" "" "Language model"
  WriteRegStr HKCU "Software\Classes\Encore.gguf\DefaultIcon" "" "$INSTDIR\Encore.exe,0"
  WriteRegStr HKCU "Software\Classes\Encore.gguf\shell\open\command" "" '"$INSTDIR\Encore.exe" "%1"'
  WriteRegStr HKCU "Software\Classes\.gguf\OpenWithProgids" "Encore.gguf" ""
  ReadRegStr $0 HKCU "Software\Classes\.gguf" ""
  ${If} $0 == ""
    WriteRegStr HKCU "Software\Classes\.gguf" "" "Encore.gguf"
  ${EndIf}

  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Encore"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\Encore.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Encore developers"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${KIB}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

; Conversations, models and the engine's libraries lie elsewhere, and stay unless they are asked for.
Section "Uninstall"
  !insertmacro WaitUntilClosed
  !insertmacro RemoveProgram
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Encore.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Encore"
  DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\encore.exe"
  DeleteRegKey HKCU "Software\Classes\Encore.gguf"
  DeleteRegValue HKCU "Software\Classes\.gguf\OpenWithProgids" "Encore.gguf"
  DeleteRegKey /ifempty HKCU "Software\Classes\.gguf\OpenWithProgids"
  ReadRegStr $0 HKCU "Software\Classes\.gguf" ""
  ${If} $0 == "Encore.gguf"
    DeleteRegValue HKCU "Software\Classes\.gguf" ""
  ${EndIf}
  DeleteRegKey /ifempty HKCU "Software\Classes\.gguf"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
  MessageBox MB_YESNO|MB_DEFBUTTON2 \
    "Delete your conversations, settings and downloaded models as well? This cannot be undone." \
    /SD IDNO IDNO kept
  RMDir /r "$LOCALAPPDATA\Encore"
  kept:
SectionEnd
