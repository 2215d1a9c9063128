using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Transports;

namespace FuncLibs.Hosting.Doctor;

/// <summary>What a program needs of its machine.</summary>
internal sealed record DoctorSubject
{
    /// <summary>Name of the program.</summary>
    public required string Program { get; init; }

    /// <summary>Its state folder.</summary>
    public required string StateFolder { get; init; }

    /// <summary>Folders that it writes blocks to; tested for speed and space.</summary>
    public required IReadOnlyList<string> DataFolders { get; init; }

    /// <summary>Bytes that may be written to each of them.</summary>
    public long DataBytes { get; init; }

    /// <summary>Memory that its queues and buffers may take, in bytes.</summary>
    public required long MemoryBytes { get; init; }

    /// <summary>Folder in memory for what waits for the disk; empty = none.</summary>
    public string RingFolder { get; init; } = "";

    /// <summary>Bytes in that folder.</summary>
    public long RingBytes { get; init; }

    /// <summary>Addresses that it binds.</summary>
    public required IReadOnlyList<DoctorBind> Binds { get; init; }

    /// <summary>Its keys.</summary>
    public required SecurityOptions Security { get; init; }

    /// <summary>True when its sockets demand keys of their peers.</summary>
    public bool DemandsKeys { get; init; }

    /// <summary>Its ZeroMQ library.</summary>
    public required TransportOptions Transport { get; init; }
}

/// <summary>An address that a program binds.</summary>
/// <param name="Option">The option that sets it.</param>
/// <param name="Address">tcp://HOST:PORT or http://HOST:PORT; others are not checked.</param>
internal sealed record DoctorBind(string Option, string Address)
{
    /// <summary>The address in parts; null when it has no port of its own.</summary>
    public Uri? Tcp => Uri.TryCreate(Address.Replace("//*", "//0.0.0.0", StringComparison.Ordinal), UriKind.Absolute,
        out Uri? uri) && uri.Scheme is "tcp" or "http" or "https" && uri.Port > 0
        ? uri
        : null;

    /// <summary>True when other machines can reach it.</summary>
    public bool IsReachable => Tcp is { IsLoopback: false };
}
