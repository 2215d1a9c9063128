using System.Runtime.InteropServices;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>Error numbers of libzmq. They are those of the operating system and therefore differ.</summary>
internal static class ZeroMqError
{
    public const int NoEntry = 2;
    public const int Interrupted = 4;
    public const int AccessDenied = 13;
    public const int NotDirectory = 20;
    public const int Terminated = 156384765;

    private static readonly bool Windows = OperatingSystem.IsWindows();
    private static readonly bool Mac = OperatingSystem.IsMacOS();

    public static readonly int Again = Mac ? 35 : 11;
    public static readonly int NotSocket = Windows ? 128 : Mac ? 38 : 88;
    public static readonly int AddressInUse = Windows ? 100 : Mac ? 48 : 98;
    public static readonly int AddressNotAvailable = Windows ? 101 : Mac ? 49 : 99;
    public static readonly int HostUnreachable = Windows ? 110 : Mac ? 65 : 113;

    /// <summary>
    /// The error of the call that has just returned. On systems other than Windows it is the one that the marshaller
    /// saved, because the runtime may make system calls of its own before <c>zmq_errno</c> is called.
    /// </summary>
    public static int Last => Windows ? ZeroMqNative.Errno() : Marshal.GetLastPInvokeError();

    public static bool IsEnd(int error) => error == Terminated || error == NotSocket;

    public static string TextOf(int error) => Marshal.PtrToStringUTF8(ZeroMqNative.StrError(error)) ?? $"error {error}";

    public static TransportException Unexpected(string call, int error) => new($"{call}: {TextOf(error)}");
}
