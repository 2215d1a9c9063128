using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Runtime.Files;

/// <summary>
/// The border between the runtime's exceptions and outcomes: the only place of the journal that catches them.
/// </summary>
internal static class DiskCall
{
    private const int NoSpace = 28;
    private const int QuotaExceeded = 122;
    private const int ReadOnlyFileSystem = 30;
    private const int NoEntry = 2;
    private const int WouldBlock = 11;
    private const int WouldBlockMac = 35;
    private const int AlreadyExists = 17;
    private const int WindowsDiskFull = unchecked((int)0x80070070);
    private const int WindowsExists = unchecked((int)0x80070050);
    private const int WindowsSharing = unchecked((int)0x80070020);

    /// <summary>True for what a disk may throw; anything else is a defect and continues.</summary>
    public static bool IsExpected(Exception e) => e is IOException or UnauthorizedAccessException;

    /// <summary>The outcome with the message of the exception.</summary>
    public static FileOutcome Outcome(Exception e, string operation, string name) =>
        FileOutcome.Failed(ToFault(e), operation, name, OneLine.Format(e));

    // On Unix the HResult of an IOException is errno.
    private static FileFault ToFault(Exception e) => e switch
    {
        UnauthorizedAccessException => FileFault.Denied,
        FileNotFoundException or DirectoryNotFoundException or DriveNotFoundException => FileFault.Missing,
        { HResult: NoEntry } => FileFault.Missing,
        { HResult: NoSpace or QuotaExceeded or WindowsDiskFull } => FileFault.Full,
        { HResult: ReadOnlyFileSystem } => FileFault.Denied,
        { HResult: WouldBlock or WouldBlockMac or WindowsSharing } => FileFault.InUse,
        { HResult: AlreadyExists or WindowsExists } => FileFault.Exists,
        _ => FileFault.Device,
    };
}
